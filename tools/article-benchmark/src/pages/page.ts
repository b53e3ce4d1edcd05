import type { Story } from './stories.js';

/** A page with its label: the text that a person would call the article. */
export interface LabelledPage {
  name: string;
  html: string;
  expected: string;
}

/** A way to put a story on a page. `body` is what stands between the body tags, `expected` what is the article of it. */
export type Layout = (story: Story) => { head?: string; body: string; expected: readonly string[] };

export function makePage(name: string, layout: Layout, story: Story): LabelledPage {
  const { head = '', body, expected } = layout(story);
  const html = `<!doctype html>\n<html><head><meta charset="utf-8"><title>${story.title} | The Daily Example</title>${head}</head>\n<body>${body}</body></html>\n`;
  return { name, html, expected: expected.join('\n') };
}

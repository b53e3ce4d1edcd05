import { escapeUTF8 } from 'entities';

/** Text that is HTML already; everything else is escaped. */
export class Html {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

type Part = Html | string | number | null | undefined | false | readonly Part[];

export function html(texts: TemplateStringsArray, ...parts: Part[]): Html {
  return new Html(texts.reduce((done, text, index) => done + render(parts[index - 1]) + text));
}

function render(part: Part): string {
  if (part instanceof Html) return part.text;
  if (Array.isArray(part)) return part.map(render).join('');
  return part === null || part === undefined || part === false ? '' : escapeUTF8(String(part));
}

/** What descriptions are written in: paragraphs, and code between backticks. */
export function prose(text: string | undefined): Html[] {
  if (!text) return [];
  return text.split('\n\n').map((paragraph) => html`<p>${inline(paragraph)}</p>`);
}

export const inline = (text: string): Html[] =>
  text.split('`').map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : html`${part}`));

import { foldSpace, htmlToText } from '../entry/html-text.js';
import { removeNoise } from '../page/main-block.js';
import type { OpenedPage } from '../page/open-page.js';
import { firstPresent } from '../page/page-facts.js';
import type { PageText } from '../ports.js';

const SUMMARY_CHARS = 500;
const INVISIBLE = ['title', 'script', 'style', 'noscript', 'template'];

/** The beginning of a page's text, for a page without a recognisable article. */
export function summaryText(opened: OpenedPage, page: PageText): string {
  return beginning(opened.kind === 'html' ? openText(opened) : htmlToText(withoutTags(page.text)));
}

/** The title of a page that cannot be opened. */
export function roughTitle(html: string): string | null {
  const [, title] = /<title[^<>]*>([^<]*)/i.exec(html) ?? [];
  return title === undefined ? null : firstPresent([htmlToText(title)]);
}

/** Falls back to the whole text, menus included. */
function openText({ $ }: Extract<OpenedPage, { kind: 'html' }>): string {
  const whole = $('body').html() ?? '';
  removeNoise($);
  return htmlToText($('body').html() ?? $.root().html() ?? '') || htmlToText(whole);
}

/** Cut between characters, not inside one. */
function beginning(text: string): string {
  return foldSpace(text)
    .slice(0, SUMMARY_CHARS)
    .replace(/[\uD800-\uDBFF]$/, '');
}

/** Splits, because an expression that spans elements takes quadratic time on a page that closes none. */
function withoutTags(html: string): string {
  const visible = INVISIBLE.reduce((rest, name) => {
    const [before, ...parts] = rest.split(new RegExp(`<${name}(?=[\\s/>])`, 'i'));
    const kept = parts.map((part) =>
      part
        .split(new RegExp(`</${name}[^<>]*>`, 'i'))
        .slice(1)
        .join(' '),
    );
    return [before, ...kept].join(' ');
  }, html);
  return visible
    .split('<')
    .map((part) => part.slice(part.indexOf('>') + 1))
    .join(' ');
}

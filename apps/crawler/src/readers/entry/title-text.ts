import { htmlToText } from './html-text.js';

const NAMES = 'a|abbr|b|code|em|font|i|p|q|s|small|span|strong|sub|sup|u';
const INLINE_TAG = new RegExp(
  `</(?:${NAMES})\\s*>|<(?:${NAMES}|img)\\s+[a-z-]+\\s*=|^<(?:${NAMES})>|<(?:br|img)\\s*/?>`,
  'i',
);

/**
 * Nobody says whether a title is HTML, so it is taken for HTML when it has a tag that titles have, and that does
 * something there. The angle brackets of "Vec<T> explained" and "The <p> element" stay.
 */
export function titleText(title: string): string {
  return htmlToText(INLINE_TAG.test(title) ? title : title.replaceAll('<', '&lt;'));
}

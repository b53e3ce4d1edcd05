import { htmlToText } from './html-text.js';

const INLINE_TAG =
  /<\/?(?:a|abbr|b|br|code|em|font|i|img|p|q|s|small|span|strong|sub|sup|u)(?:\s*\/?>|\s+[a-z-]+\s*=)/i;

/**
 * Nobody says whether a title is HTML, so it is taken for HTML when it has a tag that titles have.
 * The angle brackets of "Vec<T> explained" stay.
 */
export function titleText(title: string): string {
  return htmlToText(INLINE_TAG.test(title) ? title : title.replaceAll('<', '&lt;'));
}

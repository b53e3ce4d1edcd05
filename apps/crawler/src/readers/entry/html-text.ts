import { VOID } from './html/elements.js';
import { parsedText } from './html/parsed-text.js';
import { plainText } from './html/plain-text.js';
import { nestsDeeperThan } from './nesting-depth.js';

const MAX_DEPTH = 512;

/** The `&copy=` of an address is not a copyright sign. */
const PARAMETER = /&(?=[a-z][\w.-]{0,40}=)/gi;

/** The text a person would read: no markup, spaces between blocks, white space folded. */
export function htmlToText(html: string): string {
  if (!/[<&]/.test(html)) return foldSpace(html);
  return foldSpace(plainText(html) ?? oddText(html));
}

function oddText(html: string): string {
  const written = html.replace(PARAMETER, '&amp;');
  return parsedText(
    nestsDeeperThan(MAX_DEPTH, written, { neverClosed: VOID }) ? withoutTags(written) : written,
  );
}

const UNFOLDED = /[^\S ]| {2}/;

export function foldSpace(text: string): string {
  return (UNFOLDED.test(text) ? text.replace(/\s{2,}|[^\S ]/g, ' ') : text).trim();
}

function withoutTags(html: string): string {
  return html
    .replace(/<(script|style)\b[\s\S]*?(?:<\/\1|$)/gi, '<')
    .split('<')
    .map((part) => part.slice(part.indexOf('>') + 1))
    .join(' ');
}

const NAMES = 'a|abbr|b|code|em|font|i|p|q|s|small|span|strong|sub|sup|u';
const INLINE_TAG = new RegExp(
  `</(?:${NAMES})\\s*>|<(?:${NAMES}|img)\\s+[a-z-]+\\s*=|^<(?:${NAMES})>|<(?:br|img)\\s*/?>`,
  'i',
);

/**
 * A feed does not say whether a title is HTML. It is taken for HTML when it has a tag that titles have and that does
 * something there. The angle brackets of "Vec<T> explained" and "The <p> element" stay.
 */
export function titleText(title: string): string {
  return INLINE_TAG.test(title) ? htmlTitle(title) : htmlToText(title.replaceAll('<', '&lt;'));
}

/** The text of a title in HTML; of a picture alone, the words that stand for it. */
export function htmlTitle(html: string): string {
  const text = htmlToText(html);
  if (text) return text;
  const [, double, single, bare] =
    /<img\b[^<>]{0,2000}?\salt\s*=\s*(?:"([^"<>]*)"|'([^'<>]*)'|([^\s"'<>]+))/i.exec(html) ?? [];
  return htmlToText((double ?? single ?? bare ?? '').replaceAll('<', '&lt;'));
}

const TAG = /<[a-z/!]/i;
const ESCAPED_HTML =
  /&lt;(?:\/(?:a|b|blockquote|div|em|h[1-6]|i|li|ol|p|pre|span|strong|table|ul)|(?:br|hr|img)\b[^<>]{0,300}?)\s*&gt;/i;

/**
 * Some feeds escape their HTML twice: what should be tags is still escaped. A text that has no tag at all, but
 * escaped ones that close something, is such a text and not an essay about HTML.
 */
export function unescapedTwice(html: string): string {
  if (TAG.test(html) || !ESCAPED_HTML.test(html)) return html;
  return html
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&');
}

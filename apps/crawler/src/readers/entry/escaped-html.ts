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

const CDATA_OR_AMPERSAND =
  /<!\[CDATA\[[\s\S]*?(?:\]\]>|$)|&#(?:0+|x0+);|&(?!(?:#\d+|#x[\da-f]+|[a-z]\w{0,30});)/gi;

/**
 * An ampersand that begins no reference is escaped: feedparser would look for the end of the name, and swallow the
 * `<` of the next tag. References to NUL, which nothing can hold, go.
 */
export function mendReferences(xml: string): string {
  return xml.replace(CDATA_OR_AMPERSAND, (found) => {
    if (found === '&') return '&amp;';
    return found.startsWith('&') ? '' : found;
  });
}

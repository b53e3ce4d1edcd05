const ATOM = 'http://www.w3.org/2005/Atom';
const RDF = 'http://www.w3.org/1999/02/22-rdf-syntax-ns#';
const ATOM_LIKE =
  /\sxmlns\s*=\s*["'](?!http:\/\/www\.w3\.org\/2005\/Atom["']|http:\/\/purl\.org\/atom\/ns#["'])[^"']{0,100}atom[^"']{0,100}["']/i;

/**
 * feedparser knows a feed by the namespace of its root, so missing and misspelled ones are corrected. RSS 1.1,
 * CDF and home-made feeds start with the channel, and are wrapped into the missing root.
 */
export function mendRoot(xml: string): string {
  const [root = '', name = ''] = /^<([\w.:-]+)[^>]*/.exec(xml) ?? [];
  const rest = xml.slice(root.length);
  if (/:feed$/i.test(name) && !/\sxmlns\s*=/.test(root)) return withoutPrefix(xml, name.slice(0, -5));
  switch (name.toLowerCase()) {
    case 'channel':
      return `<rss version="2.0">${xml}</rss>`;
    case 'feed':
      if (!/\sxmlns\s*=/.test(root)) return `<feed xmlns="${ATOM}"${xml.slice(5)}`;
      return root.replace(ATOM_LIKE, ` xmlns="${ATOM}"`) + rest;
    case 'rdf':
      return /\sxmlns\s*=/.test(root) ? xml : `<rdf xmlns="${RDF}"${xml.slice(4)}`;
    case 'rdf:rdf':
      return root.includes(RDF)
        ? xml
        : `<rdf:RDF xmlns:rdf="${RDF}"${root.slice(8).replace(/\sxmlns:rdf\s*=\s*("[^"]*"|'[^']*')/i, '')}${rest}`;
    default:
      return xml;
  }
}

/** feedparser does not leave the xml:base of an element with a prefix. */
function withoutPrefix(xml: string, prefix: string): string {
  const plain = xml.replaceAll(`<${prefix}:`, '<').replaceAll(`</${prefix}:`, '</');
  const namespace = new RegExp(`\\sxmlns:${prefix}\\s*=`);
  return namespace.test(plain) ? plain.replace(namespace, ' xmlns=') : plain;
}

const CDATA_OR_AMPERSAND =
  /<!\[CDATA\[[\s\S]*?(?:\]\]>|$)|&#(?:0+|x0+);|&(?!(?:#\d+|#x[\da-f]+|[a-z]\w{0,30});)/gi;

/**
 * An ampersand that begins no reference is escaped: feedparser would look for the end of the name, and swallow the
 * `<` of the next tag. References to NUL are removed, because no database stores it.
 */
export function mendReferences(xml: string): string {
  return xml.replace(CDATA_OR_AMPERSAND, (found) => {
    if (found === '&') return '&amp;';
    return found.startsWith('&') ? '' : found;
  });
}

const ATOM = 'http://www.w3.org/2005/Atom';
const RDF = 'http://www.w3.org/1999/02/22-rdf-syntax-ns#';
const KNOWN: Record<string, string[]> = { feed: [ATOM, 'http://purl.org/atom/ns#'], rdf: [RDF] };

/**
 * feedparser knows a feed by the namespace of its root, but a feed is read by its local name here: odd, missing and
 * misspelled namespaces are replaced. RSS 1.1, CDF and home-made feeds start with the channel, and are wrapped into the
 * missing root.
 */
export function mendRoot(xml: string): string {
  const [root = '', name = ''] = /^<([\w.:-]+)[^>]*/.exec(xml) ?? [];
  const colon = name.indexOf(':');
  const prefix = name.slice(0, Math.max(colon, 0));
  const local = name.slice(colon + 1).toLowerCase();
  const known = KNOWN[local];
  if (!known) {
    const plain = prefix ? withoutPrefix(xml, prefix) : xml;
    return local === 'channel' ? `<rss version="2.0">${plain}</rss>` : plain;
  }
  const mended = withNamespace(root, name, prefix, known) + xml.slice(root.length);
  const isPlainAtom = local === 'feed' && prefix && !/\sxmlns\s*=/.test(root);
  return isPlainAtom ? withoutPrefix(mended, prefix) : mended;
}

/** The root with the namespace that its local name stands for. */
function withNamespace(root: string, name: string, prefix: string, known: string[]): string {
  const attribute = prefix ? `xmlns:${prefix}` : 'xmlns';
  const declared = new RegExp(`\\s${attribute.replaceAll('.', '\\.')}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`).exec(
    root,
  );
  const [all, double, single] = declared ?? [];
  if (known.includes(double ?? single ?? '')) return root;
  // RDF without a prefix has the namespace of its items there, which is theirs.
  if (known[0] === RDF && !prefix && all) return root;
  const rest = root.slice(name.length + 1).replace(all ?? '', '');
  return `<${name} ${attribute}="${known[0]}"${rest}`;
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

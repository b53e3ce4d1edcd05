export type Format = { kind: 'json' } | { kind: 'xml'; rootAt: number } | { kind: 'no_feed'; detail: string };

const BLANK = /[\s\uFEFF\0]*/y;
const ROOT = /<(?:[\w.-]+:)?([a-z_][\w.-]*)/iy;
const FEED_ROOT = /<(?:[\w.-]+:)?(?:rss|feed|rdf)[\s>]/i;
const FEED_ROOTS = new Set(['rss', 'feed', 'rdf', 'channel']);
/** Warnings that a server prints before the feed are no longer than this. */
const PREAMBLE_CHARS = 4096;

/** Looks only at the first bytes: half of all feeds are served with the wrong content type. */
export function detectFormat(text: string): Format {
  const at = afterProlog(text);
  if (at >= text.length) return { kind: 'no_feed', detail: 'the response is empty' };
  if (text[at] === '{' || text[at] === '[') return { kind: 'json' };
  const root = rootName(text, at);
  if (root && FEED_ROOTS.has(root)) return { kind: 'xml', rootAt: at };
  if (root === 'html' || /<!doctype\s+html/i.test(text.slice(0, at)))
    return { kind: 'no_feed', detail: 'the response is an HTML page, not a feed' };
  const late = text.slice(0, PREAMBLE_CHARS).search(FEED_ROOT);
  if (late !== -1) return { kind: 'xml', rootAt: late };
  const what = root ? `a document with the root <${root.slice(0, 40)}>` : 'neither XML nor JSON';
  return { kind: 'no_feed', detail: `the response is ${what}, not a feed` };
}

function rootName(text: string, at: number): string | null {
  ROOT.lastIndex = at;
  return ROOT.exec(text)?.[1]?.toLowerCase() ?? null;
}

/** Where the declarations, comments and white space at the start end. */
function afterProlog(text: string): number {
  let at = 0;
  for (;;) {
    BLANK.lastIndex = at;
    at += BLANK.exec(text)?.[0].length ?? 0;
    const end = endOfProlog(text, at);
    if (end === null) return at;
    at = end;
  }
}

function endOfProlog(text: string, at: number): number | null {
  if (text.startsWith('<?', at)) return after(text, '?>', at);
  if (text.startsWith('<!--', at)) return after(text, '-->', at);
  if (!text.startsWith('<!', at)) return null;
  const end = after(text, '>', at);
  // Not by a search of its own, which would cross the whole document for every declaration.
  const subset = text.slice(at, end).indexOf('[');
  return subset === -1 ? end : after(text, '>', after(text, ']', at + subset));
}

function after(text: string, mark: string, from: number): number {
  const at = text.indexOf(mark, from);
  return at === -1 ? text.length : at + mark.length;
}

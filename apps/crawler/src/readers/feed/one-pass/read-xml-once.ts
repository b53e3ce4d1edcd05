import { xhtmlPrefixOf } from '../mend/quote-markup.js';
import type { FeedFamily } from '../xml-element.js';
import type { EntrySlices } from './entry-slices.js';
import { FeedTree, type OpenElement, type ParsedFeed, type TextRange } from './feed-tree.js';
import { quotedText } from './quoted-text.js';
import { type Attribute, readAttributes } from './read-attributes.js';
import { decodeReferences } from './references.js';
import { Refusal, refuse } from './refusal.js';

const MAX_CHARS = 16_000_000;
const ROOT = /<(rss|feed|rdf:RDF)[ \t\r\n>]/y;
const AFTER_THE_ROOT = /(?:[ \t\r\n]|<!--(?:[^-]|-(?!-))*-->)*$/y;
const ATOM = ['http://www.w3.org/2005/Atom', 'http://purl.org/atom/ns#'];
const RDF = ['http://www.w3.org/1999/02/22-rdf-syntax-ns#'];
/** Which feeds are read here: their root, its namespace, and what their entries are called. */
const DIALECTS: Record<
  string,
  { family: FeedFamily; entry: string; namespace?: [name: string, uris: string[]] }
> = {
  rss: { family: 'rss', entry: 'item' },
  feed: { family: 'atom', entry: 'entry', namespace: ['xmlns', ATOM] },
  'rdf:RDF': { family: 'rdf', entry: 'item', namespace: ['xmlns:rdf', RDF] },
};

/**
 * Reads a well-formed feed in one pass over its text, with the same result as the mending and feedparser. Null for
 * everything that is odd in any way, which is left to them. Entries that `slices` knows are not read.
 */
export function readXmlOnce(text: string, rootAt: number, slices?: EntrySlices): ParsedFeed | null {
  try {
    return read(text, rootAt, slices);
  } catch (error) {
    if (error instanceof Refusal) return null;
    throw error;
  }
}

function read(text: string, rootAt: number, slices?: EntrySlices): ParsedFeed {
  ROOT.lastIndex = rootAt;
  const dialect = DIALECTS[ROOT.exec(text)?.[1] ?? ''] ?? refuse('an odd root');
  if (text.length > MAX_CHARS) refuse('a large document');
  if (!text.isWellFormed()) refuse('half a surrogate pair');
  if (/<!ENTITY/i.test(text.slice(0, rootAt))) refuse('declared entities');
  const tree = new FeedTree(dialect.family, dialect.entry);
  const end = readElements(text, rootAt, { tree, slices }, (attributes) => {
    const { namespace: [name, uris] = [] } = dialect;
    const declared = attributes.find((one) => one.name === name)?.value;
    if (uris && !uris.includes(declared ?? '')) refuse('an odd namespace');
  });
  AFTER_THE_ROOT.lastIndex = end;
  if (!AFTER_THE_ROOT.test(text)) refuse('something after the root');
  const { items, feed, tagsAround } = tree;
  return { items, feed, around: slices && tagsAround ? textAround(text, tagsAround) : null };
}

/** The prefix of XHTML is that of the whole document, wherever it is declared. */
function textAround(text: string, tags: TextRange[]): string {
  const written = tags.map(({ start, end }) => text.slice(start, end));
  return [...written, text.includes('/1999/xhtml') ? xhtmlPrefixOf(text) : ''].join(' ');
}

/** From the start of the root to its end, which it returns. */
function readElements(
  xml: string,
  rootAt: number,
  { tree, slices }: { tree: FeedTree; slices: EntrySlices | undefined },
  checkRoot: (attributes: Attribute[]) => void,
): number {
  const xhtmlPrefix = once(() => xhtmlPrefixOf(xml));
  let at = rootAt;
  do {
    const start = xml.indexOf('<', at);
    if (start === -1) refuse('an element without end');
    const { top } = tree;
    if (top && start > at) addText(top, xml, at, start);
    const next = xml.charCodeAt(start + 1);
    if (next === BANG) at = endOfSection(xml, start, top);
    else if (next === SLASH) {
      at = endOfTag(xml, start);
      if (!top || !closes(xml, start + 2, at - 1, top.name.written)) refuse('wrong nesting');
      if (tree.closeElement() === 'entry') slices?.ended(at, tree);
    } else if (top?.name.isText) at = takeMarkup(xml, top, xhtmlPrefix);
    else {
      at = endOfTag(xml, start);
      const isEmpty = xml.charCodeAt(at - 2) === SLASH;
      const nameEnd = endOfName(xml, start + 1);
      const isEntry = !isEmpty && tree.holdsEntries && xml.slice(start + 1, nameEnd) === tree.entryName;
      const knownEnd = isEntry ? slices?.begin(xml, start, tree) : null;
      if (knownEnd) {
        at = knownEnd;
        continue;
      }
      const attributes = readAttributes(xml, nameEnd, at - (isEmpty ? 2 : 1));
      if (!top) checkRoot(attributes);
      tree.openElement(xml.slice(start + 1, nameEnd), attributes, { start, end: at });
      if (isEmpty && tree.closeElement() === 'entry') slices?.ended(at, tree);
    }
  } while (tree.top);
  return at;
}

/** Takes the markup inside a text for its text, and returns where it ends. */
function takeMarkup(xml: string, top: OpenElement, xhtmlPrefix: () => string | undefined): number {
  const { text, end } = quotedText(xml, top, xhtmlPrefix);
  top.text = text;
  if (!/\stype\s*=/i.test(xml.slice(top.tag.start, top.tag.end)))
    top.element['@'] = { ...top.element['@'], type: 'xhtml' };
  return end;
}

/** Looking for it takes a pass over the whole document. */
function once<Value>(find: () => Value): () => Value {
  let found: { value: Value } | null = null;
  return () => {
    found ??= { value: find() };
    return found.value;
  };
}

const [TAB, LF, CR, SPACE, BANG, SLASH, GREATER] = [9, 10, 13, 32, 33, 47, 62];
const isSpace = (code: number) => code === SPACE || code === LF || code === CR || code === TAB;

function addText(top: OpenElement, xml: string, from: number, to: number): void {
  let at = from;
  // The text of an element is trimmed anyway, and most elements have nothing else between their children.
  if (top.text === '') while (at < to && isSpace(xml.charCodeAt(at))) at += 1;
  if (at < to) top.text += decodeReferences(xml.slice(at, to));
}

function endOfSection(xml: string, start: number, top: OpenElement | null): number {
  if (xml.startsWith('<![CDATA[', start)) {
    const end = xml.indexOf(']]>', start);
    if (end === -1 || !top) return refuse('an open section');
    top.text += xml.slice(start + '<![CDATA['.length, end);
    return end + ']]>'.length;
  }
  if (!xml.startsWith('<!--', start)) refuse('an odd section');
  const end = xml.indexOf('--', start + '<!--'.length);
  const comment = xml.slice(start + '<!--'.length, end);
  // Where these end depends on who reads them.
  if (end === -1 || xml.charCodeAt(end + 2) !== GREATER || /^-?>|<!\[/.test(comment))
    refuse('an odd comment');
  return end + '-->'.length;
}

function endOfTag(xml: string, start: number): number {
  const end = xml.indexOf('>', start);
  return end === -1 ? refuse('a tag without end') : end + 1;
}

function endOfName(xml: string, from: number): number {
  for (let at = from; ; at += 1) {
    const code = xml.charCodeAt(at);
    if (code === GREATER || code === SLASH || isSpace(code)) return at;
  }
}

/** Whether this is what a closing tag contains. */
function closes(xml: string, from: number, to: number, written: string): boolean {
  if (!xml.startsWith(written, from)) return false;
  let at = from + written.length;
  while (at < to && isSpace(xml.charCodeAt(at))) at += 1;
  return at === to;
}

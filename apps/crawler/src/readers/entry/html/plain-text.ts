import { BLOCKS, VOID } from './elements.js';
import { parsedText } from './parsed-text.js';

const INLINE =
  'a abbr acronym b bdi bdo big caption center cite code colgroup del em font i ins kbd label mark picture q s samp small span strike strong sub sup time tt u var video audio';
const PLAIN_BLOCKS =
  'address article aside blockquote dd details div dl dt figcaption figure footer h1 h2 h3 h4 h5 h6 header li main nav ol p pre section summary table tbody td tfoot th thead tr ul';
const PLAIN_VOID = 'br hr img source wbr';
const ENDS_A_PARAGRAPH =
  'p h1 h2 h3 h4 h5 h6 address article aside blockquote details div dl figcaption figure footer header hr main nav ol pre section table ul';
/** Which elements an opening tag ends, if the innermost one is such an element: the rules of htmlparser2. */
const ENDS: [names: string, ended: string][] = [
  [ENDS_A_PARAGRAPH, 'p'],
  ['li', 'li'],
  ['dd dt', 'dd dt'],
  ['tr', 'tr th td'],
  ['th', 'th'],
  ['td', 'thead th td'],
  ['tbody tfoot', 'thead tbody'],
];

interface PlainElement {
  name: string;
  isBlock: boolean;
  isVoid: boolean;
  ends: readonly string[];
}

const ELEMENTS: ReadonlyMap<string, PlainElement> = new Map(
  `${INLINE} ${PLAIN_BLOCKS} ${PLAIN_VOID}`.split(' ').map((name) => {
    const ends = ENDS.flatMap(([names, ended]) => (names.split(' ').includes(name) ? ended.split(' ') : []));
    return [name, { name, isBlock: BLOCKS.has(name), isVoid: VOID.has(name), ends }];
  }),
);

const MAX_OPEN = 512;
const [SPACE, QUOTE, APOSTROPHE, SLASH, EQUALS, GREATER] = [32, 34, 39, 47, 61, 62];
const isSpace = (code: number) => code === SPACE || (code >= 9 && code <= 13 && code !== 11);
const isSmallLetter = (code: number) => code >= 97 && code <= 122;
const isDigit = (code: number) => code >= 48 && code <= 57;

/**
 * The text of HTML as most feeds have it, in one pass, without most of the white space that is folded anyway. Null for
 * everything that is odd in any way, which is left to the parser.
 */
export function plainText(html: string): string | null {
  const open: PlainElement[] = [];
  let text = '';
  let gap = false;
  let at = 0;
  for (;;) {
    const found = html.indexOf('<', at);
    const end = found === -1 ? html.length : found;
    let [start, stop] = [at, end];
    while (start < stop && isSpace(html.charCodeAt(start))) start += 1;
    while (stop > start && isSpace(html.charCodeAt(stop - 1))) stop -= 1;
    gap ||= start > at;
    if (start < stop) {
      const piece = decoded(html.slice(start, stop));
      if (piece === null) return null;
      text += gap ? ` ${piece}` : piece;
      gap = stop < end;
    }
    if (found === -1) return text;
    const isClosing = html.charCodeAt(found + 1) === SLASH;
    const nameStart = isClosing ? found + 2 : found + 1;
    if (!isSmallLetter(html.charCodeAt(nameStart))) {
      at = endOfComment(html, found);
      if (at === -1) return null;
      continue;
    }
    let nameEnd = nameStart + 1;
    for (let code = html.charCodeAt(nameEnd); isSmallLetter(code) || isDigit(code); )
      code = html.charCodeAt(++nameEnd);
    const element = ELEMENTS.get(html.slice(nameStart, nameEnd));
    at = isClosing ? endOfClosingTag(html, nameEnd) : endOfTag(html, nameEnd);
    if (element === undefined || at === -1) return null;
    if (isClosing ? close(element, open) : begin(element, open)) gap = true;
    if (open.length > MAX_OPEN) return null;
  }
}

/** Whether a block begins or ends. */
function begin(element: PlainElement, open: PlainElement[]): boolean {
  let { isBlock } = element;
  for (let top = open.at(-1); top && element.ends.includes(top.name); top = open.at(-1)) {
    open.pop();
    isBlock ||= top.isBlock;
  }
  if (!element.isVoid) open.push(element);
  return isBlock;
}

function close(element: PlainElement, open: PlainElement[]): boolean {
  if (element.isVoid) return element.name === 'br';
  const at = open.lastIndexOf(element);
  // A paragraph that was never opened is an empty one.
  if (at === -1) return element.name === 'p';
  let isBlock = false;
  while (open.length > at) isBlock = open.pop()?.isBlock || isBlock;
  return isBlock;
}

function endOfClosingTag(html: string, from: number): number {
  let at = from;
  while (isSpace(html.charCodeAt(at))) at += 1;
  return html.charCodeAt(at) === GREATER ? at + 1 : -1;
}

/** Behind the `>` of a tag whose attributes are quoted; -1: they are odd. */
function endOfTag(html: string, from: number): number {
  let at = from;
  for (let isFirst = true; ; isFirst = false) {
    const before = at;
    let code = html.charCodeAt(at);
    while (isSpace(code) || code === SLASH) code = html.charCodeAt(++at);
    if (code === GREATER) return at + 1;
    if (at === before || (isFirst && html.charCodeAt(from) === SLASH)) return -1;
    const name = at;
    while (isSmallLetter(code | 32) || isDigit(code) || code === 45 || code === 58 || code === 95)
      code = html.charCodeAt(++at);
    if (at === name) return -1;
    if (code !== EQUALS) {
      if (code !== GREATER && code !== SLASH && (code !== SPACE || html.charCodeAt(at + 1) === EQUALS))
        return -1;
      continue;
    }
    const quote = html.charCodeAt(at + 1);
    if (quote !== QUOTE && quote !== APOSTROPHE) return -1;
    const end = html.indexOf(quote === QUOTE ? '"' : "'", at + 2);
    if (end === -1) return -1;
    at = end + 1;
  }
}

/** Behind a comment that everybody reads alike; -1: it is something else. */
function endOfComment(html: string, start: number): number {
  if (!html.startsWith('<!--', start)) return -1;
  const end = html.indexOf('--', start + 4);
  const first = html.charCodeAt(start + 4);
  return end === -1 || html.charCodeAt(end + 2) !== GREATER || first === GREATER || first === 45
    ? -1
    : end + 3;
}

const MAX_REFERENCE_CHARS = 12;
const MAX_KNOWN = 1000;
/** Of whole references, such as `&amp;` and `&#8217;`. */
const known = new Map<string, string>();

/** Takes the piece alone: a search from its start would cross the rest of the document for each of many pieces. */
function decoded(piece: string): string | null {
  let at = piece.indexOf('&');
  if (at === -1) return piece;
  let text = '';
  let copied = 0;
  while (at !== -1) {
    if (isSpace(piece.charCodeAt(at + 1))) {
      at = piece.indexOf('&', at + 1);
      continue;
    }
    const stop = piece.indexOf(';', at + 1) + 1;
    if (stop === 0 || stop - at > MAX_REFERENCE_CHARS) return null;
    const character = characterOf(piece.slice(at, stop));
    if (character === null) return null;
    text += piece.slice(copied, at) + character;
    copied = stop;
    at = piece.indexOf('&', stop);
  }
  return text + piece.slice(copied);
}

const REFERENCE = /^&(?:[a-z]+\d*|#\d+|#x[\da-f]+);$/i;

function characterOf(reference: string): string | null {
  const before = known.get(reference);
  if (before !== undefined) return before;
  if (!REFERENCE.test(reference)) return null;
  const character = parsedText(reference);
  if (known.size >= MAX_KNOWN) known.clear();
  known.set(reference, character);
  return character;
}

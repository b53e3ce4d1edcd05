import { type XmlTag, xmlTags } from './xml-tags.js';

/** Elements whose content is for people, so it may be HTML. */
const TEXTS = new Set(['title', 'description', 'content', 'encoded', 'summary', 'body']);
const ENTRIES = new Set(['item', 'entry']);
export const AROUND_TEXTS: ReadonlySet<string> = new Set([...ENTRIES, 'channel', 'feed', 'rss', 'rdf']);
const XHTML_PREFIX = /\sxmlns:([\w.-]+)\s*=\s*["']http:\/\/www\.w3\.org\/1999\/xhtml["']/;

/**
 * Texts written as elements (XHTML, forgotten escapes) become CDATA: feedparser would take them apart,
 * lose their order, and read `&lt;` inside them as the start of a tag. An entry that was never closed ends where
 * the next begins.
 */
export function quoteMarkup(xml: string): string {
  const prefix = xhtmlPrefixOf(xml);
  const pieces: string[] = [];
  let copied = 0;
  const copyUntil = (end: number) => {
    pieces.push(xml.slice(copied, end));
    copied = end;
  };
  let entry: string | null = null;
  let text: OpenText | null = null;
  for (const tag of xmlTags(xml)) {
    if (text && AROUND_TEXTS.has(tag.local)) text = null;
    if (text) {
      text = within(text, tag);
      if (text.depth > 0) continue;
      if (text.hasMarkup) {
        copyUntil(text.tag.end);
        const [opening = ''] = pieces.splice(-1);
        const inner = xml.slice(text.tag.end, tag.start);
        pieces.push(typed(opening), `<![CDATA[${quotedMarkup(inner, isXhtmlTag(xml, text.tag), prefix)}]]>`);
        copied = tag.start;
      }
      text = null;
    } else if (ENTRIES.has(tag.local) && tag.kind !== 'empty') {
      if (tag.kind === 'opens' && entry === tag.name) {
        copyUntil(tag.start);
        pieces.push(`</${entry}>`);
      }
      entry = tag.kind === 'opens' ? tag.name : null;
    } else if (isText(tag) && tag.kind === 'opens') text = { tag, depth: 1, hasMarkup: false };
  }
  copyUntil(xml.length);
  return pieces.join('');
}

/** The content of Media RSS is a file, and its children describe it. */
export function isText({ name, local }: Pick<XmlTag, 'name' | 'local'>): boolean {
  return TEXTS.has(local) && !/^media:/i.test(name);
}

interface OpenText {
  tag: XmlTag;
  depth: number;
  hasMarkup: boolean;
}

function within(text: OpenText, tag: XmlTag): OpenText {
  if (tag.name !== text.tag.name) return { ...text, hasMarkup: true };
  if (tag.kind === 'empty') return text;
  return { ...text, depth: text.depth + (tag.kind === 'opens' ? 1 : -1) };
}

/** Without a type, Atom would take the quoted markup for plain text. */
function typed(upToTag: string): string {
  const tag = upToTag.slice(upToTag.lastIndexOf('<'));
  return /\stype\s*=/i.test(tag) ? upToTag : `${upToTag.slice(0, -1)} type="xhtml">`;
}

/** The prefix that XHTML has in this document. */
export function xhtmlPrefixOf(xml: string): string | undefined {
  return XHTML_PREFIX.exec(xml)?.[1];
}

export function isXhtmlTag(xml: string, { start, end }: Pick<XmlTag, 'start' | 'end'>): boolean {
  return /\stype\s*=\s*["']xhtml["']/i.test(xml.slice(start, end));
}

/** The markup as the text of one CDATA section. */
export function quotedMarkup(inner: string, isXhtml: boolean, prefix: string | undefined): string {
  const html = inner
    .split('<![CDATA[')
    .map((part, index) => (index === 0 ? part : withoutCdata(part, isXhtml)))
    .join('');
  const plain = prefix ? html.replaceAll(`<${prefix}:`, '<').replaceAll(`</${prefix}:`, '</') : html;
  return plain.replaceAll(']]>', ']]&gt;');
}

/** In XHTML, CDATA is text; elsewhere it is quoted HTML. */
function withoutCdata(part: string, isXhtml: boolean): string {
  const end = part.indexOf(']]>');
  if (end === -1) return part;
  const data = part.slice(0, end);
  const html = isXhtml ? data.replaceAll('&', '&amp;').replaceAll('<', '&lt;') : data;
  return html + part.slice(end + 3);
}

import { unescapedTwice } from '../entry/html-text.js';
import type { Content } from '../entry/raw-entry.js';
import {
  attribute,
  deepText,
  elements,
  type FeedFamily,
  ownChildren,
  textOf,
  type XmlElement,
} from './xml-element.js';

export interface XmlContent {
  content: Content | null;
  /** What the addresses in the content are relative to. */
  base: string | null;
  summary: Content | null;
}

/** The fullest text of an item and a shorter one: its content before its description. */
export function xmlContent(item: XmlElement, family: FeedFamily): XmlContent {
  const own = ownChildren(item, family);
  const media = [...elements(item['media:group']), ...elements(item['media:content'])];
  const contents = [
    ...elements(item['content:encoded']),
    ...elements(own('encoded')),
    ...elements(item['xhtml:body']),
    ...elements(own('body')),
    ...elements(own('content')),
    ...elements(item['atom:content']),
  ];
  const summaries = [
    ...elements(own('description')),
    ...elements(own('summary')),
    ...elements(item['atom:summary']),
    ...elements(item['dc:description']),
    ...elements(item['itunes:summary']),
  ];
  const others = [
    ...elements(item['media:description']),
    ...media.flatMap((one) => elements(one['media:description'])),
    ...elements(own('abstract')),
    ...elements(item['itunes:subtitle']),
  ];
  const full = firstContent([...contents, ...summaries, ...others], family);
  const rest = summaries.filter((one) => one !== full?.element);
  const summary = full && firstContent(rest, family);
  return {
    content: full?.content ?? null,
    base: attribute(full?.element, 'xml:base'),
    summary: summary?.content ?? null,
  };
}

function firstContent(candidates: XmlElement[], family: FeedFamily) {
  for (const element of candidates) {
    const content = contentOf(element, family);
    if (content) return { content, element };
  }
  return null;
}

function contentOf(element: XmlElement, family: FeedFamily): Content | null {
  const text = textOf(element);
  const type = attribute(element, 'type')?.toLowerCase();
  if (!text) {
    const inner = deepText(element);
    return inner ? { text: inner } : null;
  }
  if (family !== 'atom') return { html: unescapedTwice(text) };
  const decoded = isBase64(element, type) ? fromBase64(text) : text;
  if (!decoded) return null;
  // Only Atom declares the type of a text, and its default is plain text.
  return /^text(\/(?!html|xml)|$)/.test(type ?? 'text') ? { text: decoded } : { html: decoded };
}

/** Atom 0.3 declares it; in Atom 1.0 everything that is neither text nor XML is base64. */
export function isBase64(element: XmlElement, type = 'text'): boolean {
  const mode = attribute(element, 'mode')?.toLowerCase();
  if (mode) return mode === 'base64';
  return /^[\w.+-]+\/[\w.+-]+/.test(type) && !/^text\/|[/+]xml|html/.test(type);
}

/** null for images and other binary content. */
export function fromBase64(text: string): string | null {
  const bytes = Buffer.from(text, 'base64');
  const decoded = bytes.toString('utf8').trim();
  return decoded && !/(?![\t\n\r])\p{Cc}|\uFFFD/u.test(decoded) ? decoded : null;
}

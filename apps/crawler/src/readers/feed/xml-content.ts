import { unescapedTwice } from '../entry/html-text.js';
import type { Content } from '../entry/raw-entry.js';
import { attribute, deepText, elements, type FeedFamily, textOf, type XmlElement } from './xml-element.js';

type BasedContent = Content & { base: string | null };

/** The fullest text of an item: its content before its description. */
export function xmlContent(item: XmlElement, family: FeedFamily): BasedContent | null {
  const media = [...elements(item['media:group']), ...elements(item['media:content'])];
  const candidates = [
    ...elements(item['content:encoded']),
    ...elements(item[`${family}:encoded`]),
    ...elements(item['xhtml:body']),
    ...elements(item[`${family}:body`]),
    ...elements(item[`${family}:content`]),
    ...elements(item['atom:content']),
    ...elements(item[`${family}:description`]),
    ...elements(item[`${family}:summary`]),
    ...elements(item['atom:summary']),
    ...elements(item['dc:description']),
    ...elements(item['itunes:summary']),
    ...elements(item['media:description']),
    ...media.flatMap((one) => elements(one['media:description'])),
    ...elements(item[`${family}:abstract`]),
    ...elements(item['itunes:subtitle']),
  ];
  for (const candidate of candidates) {
    const content = contentOf(candidate, family);
    if (content) return { ...content, base: attribute(candidate, 'xml:base') };
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
function isBase64(element: XmlElement, type = 'text'): boolean {
  const mode = attribute(element, 'mode')?.toLowerCase();
  if (mode) return mode === 'base64';
  return /^[\w.+-]+\/[\w.+-]+/.test(type) && !/^text\/|[/+]xml|html/.test(type);
}

/** null for images and other binary content. */
function fromBase64(text: string): string | null {
  const bytes = Buffer.from(text, 'base64');
  const decoded = bytes.toString('utf8').trim();
  return decoded && !/(?![\t\n\r])\p{Cc}|\uFFFD/u.test(decoded) ? decoded : null;
}

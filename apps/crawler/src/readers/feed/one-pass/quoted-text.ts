import { mendReferences } from '../mend/mend-xml.js';
import { AROUND_TEXTS, isXhtmlTag, quotedMarkup } from '../mend/quote-markup.js';
import { xmlTags } from '../mend/xml-tags.js';
import type { OpenElement } from './feed-tree.js';
import { refuse } from './refusal.js';

export interface QuotedText {
  text: string;
  /** Where the closing tag of the element starts. */
  end: number;
}

/** The text of an element that is written as elements, see `quoteMarkup`. */
export function quotedText(
  xml: string,
  { name: { written }, tag }: Pick<OpenElement, 'name' | 'tag'>,
  xhtmlPrefix: () => string | undefined,
): QuotedText {
  let hasMarkup = false;
  for (const inner of xmlTags(xml, tag.end)) {
    if (AROUND_TEXTS.has(inner.local)) refuse('an entry inside a text');
    if (inner.name !== written) {
      hasMarkup = true;
      continue;
    }
    if (inner.kind !== 'closes' || !hasMarkup) refuse('a text inside itself, or with a bare <');
    const markup = xml.slice(tag.end, inner.start);
    if (/<!\[(?!CDATA\[)/.test(markup) || (markup.includes('<![') && markup.includes('<!--')))
      refuse('odd sections in a text');
    const text = quotedMarkup(mendReferences(markup), isXhtmlTag(xml, tag), xhtmlPrefix());
    return { text, end: inner.start };
  }
  return refuse('a text without end');
}

import { titleText } from '../entry/html-text.js';
import { firstDate } from '../entry/parse-date.js';
import type { RawEntry } from '../entry/raw-entry.js';
import { xmlAuthor } from './xml-author.js';
import { xmlContent } from './xml-content.js';
import { attribute, elements, type FeedFamily, textOf, type XmlElement } from './xml-element.js';
import { xmlLink } from './xml-link.js';

/** Reads one `<item>` or `<entry>`. `feed` is the element around it, for inherited values. */
export function xmlItem(item: XmlElement, feed: XmlElement, family: FeedFamily): RawEntry {
  const own = (name: string) => item[`${family}:${name}`];
  const attributes: XmlElement = { '@': own('@') as Record<string, string> };
  const content = xmlContent(item, family);
  return {
    guid:
      textOf(own('guid')) ??
      textOf(own('id')) ??
      attribute(attributes, 'about') ??
      attribute(attributes, 'rdf:about'),
    url: xmlLink(item, family),
    title: xmlTitle(own('title'), family) ?? otherTitle(item),
    content,
    contentBase: content?.base ?? attribute(attributes, 'xml:base') ?? baseOf(feed, family),
    author: xmlAuthor(item, feed, family),
    publishedAt: firstDate([
      ...DATES.flatMap((name) => [own(name), item[name]]).map(textOf),
      attribute(attributes, 'lastmod'),
    ]),
  };
}

/** The publication first, then changes. */
const DATES = [
  ...[
    'pubdate',
    'published',
    'issued',
    'atom:published',
    'dcterms:issued',
    'dc:date',
    'date',
    'created',
    'dcterms:created',
  ],
  ...['dcterms:date', 'updated', 'modified', 'atom:updated', 'dcterms:modified'],
];

export function xmlTitle(value: unknown, family: FeedFamily): string | null {
  const text = textOf(value);
  const type = attribute(elements(value)[0], 'type') ?? 'text';
  const isPlain = family === 'atom' && /^text(\/plain)?$/.test(type);
  return (text && !isPlain ? titleText(text) : text) || null;
}

function otherTitle(item: XmlElement): string | null {
  const [group] = elements(item['media:group']);
  const text =
    textOf(item['dc:title']) ??
    textOf(item['itunes:title']) ??
    textOf(item['media:title']) ??
    textOf(group?.['media:title']);
  return text && titleText(text);
}

/** feedparser keeps the attributes of the root in a list, and those of the channel in a child. */
function baseOf(feed: XmlElement, family: FeedFamily): string | null {
  const roots = (feed['@'] ?? []) as unknown as Record<string, string>[];
  const channel: XmlElement = { '@': feed[`${family}:@`] as Record<string, string> };
  return attribute(channel, 'xml:base') ?? roots.find((one) => one['xml:base'])?.['xml:base'] ?? null;
}

import { LONGEST_URL } from '@feedwarden/contracts';
import { parseWebUrl } from '../../poll/web-url.js';
import { htmlTitle, titleText } from '../entry/html-text.js';
import { firstDate } from '../entry/parse-date.js';
import type { RawEntry } from '../entry/raw-entry.js';
import { feedAuthors, xmlAuthors } from './xml-author.js';
import { fromBase64, isBase64, xmlContent } from './xml-content.js';
import { languageOf, xmlDetails } from './xml-details.js';
import { attribute, elements, type FeedFamily, ownChildren, textOf, type XmlElement } from './xml-element.js';
import { xmlLink } from './xml-link.js';

/** What the entries of a feed inherit, read once for all of them. */
export interface FeedDefaults {
  authors: string[];
  language: string | null;
  contentBase: string | null;
  linkBase: string | null;
}

export function feedDefaults(feed: XmlElement, family: FeedFamily, feedUrl: string): FeedDefaults {
  return {
    authors: feedAuthors(feed, family),
    language: languageOf(feed, family) ?? rootAttribute(feed, 'xml:lang'),
    contentBase: channelAttribute(feed, family, 'xml:base') ?? rootAttribute(feed, 'xml:base'),
    linkBase: siteOf(feed, family, feedUrl),
  };
}

/** Reads one `<item>` or `<entry>`. */
export function xmlItem(item: XmlElement, defaults: FeedDefaults, family: FeedFamily): RawEntry {
  const own = ownChildren(item, family);
  const attributes: XmlElement = { '@': own('@') as Record<string, string> };
  const { content, base, summary } = xmlContent(item, family);
  const { url, via } = xmlLink(item, family);
  const found = xmlAuthors(item, family);
  const authors = found.length > 0 ? found : defaults.authors;
  const details = xmlDetails(item, family);
  return {
    guid:
      textOf(own('guid')) ??
      textOf(own('id')) ??
      attribute(attributes, 'about') ??
      attribute(attributes, 'rdf:about') ??
      textOf(item['atom:id']) ??
      textOf(item['dc:identifier']),
    url,
    linkBase: defaults.linkBase,
    title: xmlTitle(own('title'), family) ?? otherTitle(item, family),
    content,
    summary,
    contentBase: base ?? attribute(attributes, 'xml:base') ?? defaults.contentBase,
    author: authors[0] ?? null,
    publishedAt: firstDate(datesOf(item, family)) ?? firstDate([attribute(attributes, 'lastmod')]),
    details: { ...details, authors, language: details.language ?? defaults.language, viaUrl: via },
  };
}

/** RSS says nothing of relative links. In a feed on another host than its site, they are those of the site. */
function siteOf(feed: XmlElement, family: FeedFamily, feedUrl: string): string | null {
  const site = family === 'atom' ? null : parseWebUrl(textOf(feed[`${family}:link`]) ?? '');
  if (!site || site.host === parseWebUrl(feedUrl)?.host) return null;
  return site.href.length <= LONGEST_URL ? site.href : site.origin;
}

/** The publication first, then changes. */
const DATES = [
  ...[
    'pubdate',
    'published',
    'issued',
    'atom:published',
    'atom:issued',
    'dcterms:issued',
    'dc:date',
    'date',
    'created',
    'atom:created',
    'dcterms:created',
  ],
  ...['dcterms:date', 'updated', 'modified', 'atom:updated', 'atom:modified', 'dcterms:modified'],
];

function* datesOf(item: XmlElement, family: FeedFamily): Generator<string | null> {
  const own = ownChildren(item, family);
  for (const name of DATES) {
    yield textOf(own(name));
    yield textOf(item[name]);
  }
}

export function xmlTitle(value: unknown, family: FeedFamily): string | null {
  const [element] = elements(value);
  const text = textOf(value);
  if (!text) return null;
  if (family !== 'atom') return titleText(text) || null;
  const type = attribute(element, 'type')?.toLowerCase() ?? 'text';
  const written = element && isBase64(element, type) ? fromBase64(text) : text;
  if (!written || /^text(\/plain)?$/.test(type)) return written || null;
  return (/html/.test(type) ? htmlTitle(written) : titleText(written)) || null;
}

/** What else may be called a title, of an entry or of a feed. */
export function otherTitle(element: XmlElement, family: FeedFamily): string | null {
  const [group] = elements(element['media:group']);
  const text =
    (family === 'atom' ? null : textOf(element['atom:title'])) ??
    textOf(element['dc:title']) ??
    textOf(element['itunes:title']) ??
    textOf(element['media:title']) ??
    textOf(group?.['media:title']);
  return (text && titleText(text)) || null;
}

function channelAttribute(feed: XmlElement, family: FeedFamily, name: string): string | null {
  return attribute({ '@': feed[`${family}:@`] as Record<string, string> }, name);
}

/** feedparser keeps the attributes of the root in a list. */
function rootAttribute(feed: XmlElement, name: string): string | null {
  const roots = (feed['@'] ?? []) as unknown as Record<string, string>[];
  return roots.find((one) => one[name])?.[name] ?? null;
}

import { titleText } from '../entry/html-text.js';
import { elements, type FeedFamily, textOf, type XmlElement } from './xml-element.js';

/** Longer texts are not names, and searching them would take long. */
const MAX_PERSON_CHARS = 300;
/** Nobody signs with more. */
const MAX_AUTHORS = 50;

/** The authors of an entry, the first one first; an address only where there is no name. */
export function xmlAuthors(item: XmlElement, family: FeedFamily): string[] {
  const own = authorsOf(item, family);
  if (own.length > 0 || family !== 'atom') return own;
  const [source] = elements(item['atom:source']);
  return source ? personNames(source.author) : [];
}

/** The authors of a feed, for entries without one. */
export function feedAuthors(feed: XmlElement, family: FeedFamily): string[] {
  const authors = authorsOf(feed, family);
  return authors.length > 0 ? authors : personNames(feed[`${family}:managingeditor`]);
}

function authorsOf(element: XmlElement, family: FeedFamily): string[] {
  const sources = [
    () => personNames(element['dc:creator']),
    () => personNames(element[`${family}:author`]),
    () => personNames(element['atom:author']),
    () => personNames(element['itunes:author']),
    () => personNames(element['googleplay:author']),
    () => personNames(element[`${family}:creator`]),
    () => personNames(element['dc:author']),
  ];
  for (const names of sources) {
    const found = names();
    if (found.length > 0) return found;
  }
  return [];
}

function personNames(value: unknown): string[] {
  const authors = elements(value).slice(0, MAX_AUTHORS);
  const names = authors.map((author) => textOf(partOf(author, 'name')) ?? personName(textOf(author)));
  const mails = authors.map((author) => textOf(partOf(author, 'email')));
  const found = names.some(Boolean) ? names : mails;
  return found.flatMap((name) => (name && titleText(name)) || []);
}

/** Inside an author, feedparser leaves the prefixes as they were. */
function partOf(author: XmlElement, name: string): unknown {
  return Object.entries(author).find(([key]) => key === name || key.endsWith(`:${name}`))?.[1];
}

/** RSS has `me@example.com (My Name)`, mail programs `My Name <me@example.com>`, some `My Name (me@example.com)`. */
function personName(text: string | null): string | null {
  if (!text || text.length > MAX_PERSON_CHARS) return text;
  const name =
    /^\S+@\S+\s*\(([^()]+)\)$/.exec(text)?.[1] ?? /^"?([^<("]+)"?\s*[<(]\S+@\S+[>)]$/.exec(text)?.[1];
  return name?.trim() || text;
}

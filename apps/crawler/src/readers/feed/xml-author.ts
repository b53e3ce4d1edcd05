import { titleText } from '../entry/html-text.js';
import { elements, type FeedFamily, textOf, type XmlElement } from './xml-element.js';

/** Longer texts are not names, and searching them would take long. */
const MAX_PERSON_CHARS = 300;

/** The first author's name; an address only where there is no name. Atom's entries inherit from their feed. */
export function xmlAuthor(item: XmlElement, feed: XmlElement, family: FeedFamily): string | null {
  const [source] = elements(item['atom:source']);
  const name =
    authorOf(item, family) ?? (family === 'atom' ? (nameIn(source?.author) ?? authorOf(feed, family)) : null);
  return name && titleText(name);
}

function authorOf(element: XmlElement, family: FeedFamily): string | null {
  return (
    textOf(element['dc:creator']) ??
    nameIn(element[`${family}:author`]) ??
    nameIn(element['atom:author']) ??
    textOf(element['itunes:author']) ??
    textOf(element[`${family}:creator`]) ??
    textOf(element['dc:author'])
  );
}

function nameIn(value: unknown): string | null {
  const authors = elements(value);
  const names = authors.map((author) => textOf(partOf(author, 'name')) ?? personName(textOf(author)));
  const mails = authors.map((author) => textOf(partOf(author, 'email')));
  return [...names, ...mails].find(Boolean) ?? null;
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

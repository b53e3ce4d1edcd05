import type { Entry } from '../../poll/outcome.js';
import { parseUrl } from '../../poll/web-url.js';
import { foldSpace } from './html-text.js';

const MAX_CHARS = 80;

/** An entry without a title is known by the beginning of its text, or by the last part of its URL. */
export function withTitle(entry: Entry): Entry {
  if (entry.title) return entry;
  const title = beginning(entry.body) || lastSegment(entry.url);
  return title ? { ...entry, title, details: { ...entry.details, titleIsDerived: true } } : entry;
}

function beginning(text: string): string {
  if (text.length <= MAX_CHARS) return text;
  const cut = text.slice(0, MAX_CHARS).replace(/[\uD800-\uDBFF]$/, '');
  // A language without spaces has no better place.
  const atWord = cut.replace(/\s+\S*$/, '');
  return `${atWord || cut}…`;
}

function lastSegment(url: string | null): string {
  const path = url ? (parseUrl(url)?.pathname ?? '') : '';
  const segment = path.split('/').findLast((part) => part !== '') ?? '';
  return foldSpace(decoded(segment)).slice(0, MAX_CHARS);
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment).replace(/\p{Cc}/gu, ' ');
  } catch {
    return segment;
  }
}

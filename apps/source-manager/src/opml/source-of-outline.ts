import { type NewSource, newSourceSchema } from '@feedwarden/contracts';
import { settingProblems } from '../sources/change/check-settings.js';
import { readSettings } from './opml-settings.js';

const MAX_NAME_LENGTH = 200;

/** One entry of an OPML file, unchecked. */
export interface Outline {
  /** In the file, so that a person can find the entry. */
  line: number;
  title: string;
  xmlUrl: string;
  htmlUrl: string;
  /** Our own attributes, by name in lower case. */
  settings: Record<string, string>;
  /** Why the selector among them cannot be used; it was tried where the file was read. */
  selectorProblem?: string | null;
}

export interface OpmlFile {
  outlines: Outline[];
  /** The file ends before it is complete: entries may be missing. */
  truncated: boolean;
}

/** A source that OPML can express: it has a URL to poll. */
export type ListedSource = NewSource & { feedUrl: string };

/** A source to poll, or why the outline is not one. */
export type ReadOutline = { source: ListedSource } | { reason: string };

/** Everything but the URL can be missing: it gets a default. */
export function sourceOfOutline(outline: Outline): ReadOutline {
  if (!outline.xmlUrl) return { reason: 'it has no xmlUrl, so there is nothing to poll' };
  const url = webAddress(outline.xmlUrl);
  const read = newSourceSchema.safeParse({
    name: nameOf(outline.title) || hostOf(url),
    feedUrl: url,
    siteUrl: newSourceSchema.shape.siteUrl.safeParse(outline.htmlUrl).data ?? null,
    ...readSettings(outline.settings),
  });
  if (!read.success) return { reason: read.error.issues.map(describe).join('; ') };
  const { feedUrl } = read.data;
  if (feedUrl === null) return { reason: 'it has no xmlUrl, so there is nothing to poll' };
  const problems = settingProblems(read.data, outline.selectorProblem ?? null);
  if (problems.length === 0) return { source: { ...read.data, feedUrl } };
  return { reason: problems.map(({ field, message }) => `${field} ${message}`).join('; ') };
}

/** Some readers write `feed://host/…` or `feed:https://…`. */
function webAddress(url: string): string {
  return url.replace(/^feed:(?=https?:)/i, '').replace(/^feed:\/\//i, 'http://');
}

function nameOf(title: string): string {
  const name = title.replace(/\p{Cc}+/gu, ' ').trim();
  if (name.length <= MAX_NAME_LENGTH) return name;
  // A surrogate without its second half is not valid text.
  return `${name.slice(0, MAX_NAME_LENGTH - 1).replace(/[\uD800-\uDBFF]$/, '')}…`;
}

function hostOf(url: string): string {
  try {
    return new URL(url).hostname.slice(0, MAX_NAME_LENGTH);
  } catch {
    return url.slice(0, MAX_NAME_LENGTH);
  }
}

const describe = ({ path, message }: { path: PropertyKey[]; message: string }) =>
  `${path.join('.')}: ${message}`;

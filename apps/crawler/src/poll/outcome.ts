import type { PostDetails } from '@feedwarden/contracts';
import type { FailureFact, FeedRhythm } from '@feedwarden/feed-health';

/** What came of one attempt to read a source: the readers return it, and `record-outcome` takes it. */
export type PollOutcome = Transfer &
  (
    | ({ kind: 'stored' } & ReadEntries)
    | { kind: 'unchanged'; validators: Validators | null; hints?: ResponseHints }
    | { kind: 'failed'; fact: FailureFact; proposedUrl?: string | null; edge?: string }
  );

/** What the reading cost. */
export interface Transfer {
  /** 0 without an HTTP response. */
  statusCode: number;
  bytes: number;
}

/** What was read, and what to remember of it until the next poll. */
export interface ReadEntries {
  entries: PolledEntry[];
  /** Entries without any content, which are not among them. */
  emptyEntries?: number;
  validators: Validators | null;
  memory?: ReaderMemory;
  hints?: ResponseHints;
  rhythm?: FeedRhythm | null;
  generator?: string | null;
  /** Of all entries of the page, those that were left out among them: see `fingerprintBasis`. */
  fingerprints?: string;
  /** Another address that what was read names for this source. */
  proposedUrl?: string | null;
}

/** What tells the next poll whether anything changed. */
export interface Validators {
  etag: string | null;
  lastModified: string | null;
  /** Of the body as received. */
  wireHash: string;
  /** Of the decoded body: a server may compress the same content differently each time. */
  bodyHash: string;
}

/** What a reader wants to remember of a source until the next poll. */
export type ReaderMemory = Record<string, string>;

/** What a response says besides its content; nothing when it came from no server. */
export interface ResponseHints {
  freshUntil?: Date | null;
  /** What Retry-After asked for. */
  retryAfterAt?: Date | null;
  /** Who responded in front of the host. */
  edge?: string;
  /** Where permanent redirects lead. It may carry the credentials of the requested URL. */
  movedTo?: string | null;
}

export interface Entry {
  guid: string;
  url: string | null;
  title: string | null;
  /** Plain text. */
  body: string;
  /** The content as the feed had it. */
  contentHtml: string | null;
  author: string | null;
  publishedAt: Date | null;
  /** SHA-256 that distinguishes this entry's text from others, in hexadecimal. */
  contentHash: string;
  /** What only some feeds have. */
  details?: PostDetails;
}

/** An entry whose content is only passed on: it stays the JSON that it came in. */
export interface SealedEntry extends Pick<Entry, 'guid' | 'contentHash' | 'publishedAt'> {
  json: string;
}

export type PolledEntry = Entry | SealedEntry;

export function openEntry(entry: PolledEntry): Entry {
  return 'json' in entry ? { ...JSON.parse(entry.json), publishedAt: entry.publishedAt } : entry;
}

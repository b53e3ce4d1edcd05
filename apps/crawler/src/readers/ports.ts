import type { FeedFormat } from '@feedwarden/contracts';
import type { FailureFact, FeedRhythm } from '@feedwarden/feed-health';
import type { FetchedPage } from '../fetch/ports.js';
import type { Entry, PolledEntry } from '../poll/outcome.js';

/** The text of a page, decoded, as only the processes that read documents have it. */
export interface PageText {
  url: string;
  contentType: string | null;
  text: string;
}

/**
 * What the text of a page holds: entries, whatever its format. With the fingerprints of entries that were read before,
 * these may be left out.
 */
export type ExtractEntries = (page: PageText, fingerprints?: string | null) => Promise<ExtractResult>;

export type ExtractResult = ExtractedEntries | FailedReading;

export interface ExtractedEntries {
  kind: 'entries';
  entries: Entry[];
  feed?: FeedFacts;
  rhythm?: FeedRhythm | null;
  generator?: string | null;
  /** Entries without any content, which are left out. */
  emptyEntries?: number;
  /** Of all entries of the page, for the next reading; missing: it cannot leave out any. */
  fingerprints?: string;
}

export interface FailedReading {
  kind: 'failed';
  fact: FailureFact;
  /** The feed that the page names instead; null: none; missing: the response is no page. */
  proposedUrl?: string | null;
}

/** What a feed says about itself; pages have no such thing. */
export interface FeedFacts {
  title: string | null;
  format: FeedFormat;
}

/** The text is what was read before; nothing was made of it. */
export interface UnchangedReading {
  kind: 'unchanged';
  bodyHash: string;
}

export interface ReadingOptions {
  /** The hash of a body that need not be read again. */
  knownHash: string | null;
  /** Of entries that need not be read again; null: there are none yet; missing: nobody remembers any. */
  fingerprints?: string | null;
  signal: AbortSignal;
}

/** Reads a page in another process. A document that is too much for it is a failure of the remote. */
export type ReadEntries = (page: FetchedPage, options: ReadingOptions) => Promise<EntriesReading>;

export type EntriesReading =
  | (Omit<ExtractedEntries, 'entries'> & { entries: PolledEntry[]; bodyHash: string })
  | UnchangedReading
  | FailedReading;

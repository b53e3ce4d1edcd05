import type { FeedRhythm } from '@feedwarden/feed-health';
import type { FailedReading, FeedFacts } from '../ports.js';
import type { RawDetails } from './entry-details.js';

/** One entry as its dialect gives it, before it is normalized. */
export interface RawEntry {
  guid: string | null;
  url: string | null;
  /** Plain text. */
  title: string | null;
  content: Content | null;
  /** A shorter text beside the content. */
  summary?: Content | null;
  /** The base of relative URLs in the content; without one it is the entry's own URL. */
  contentBase?: string | null;
  /** The base of the entry's own link; without one it is the URL of the feed. */
  linkBase?: string | null;
  details?: RawDetails;
  author: string | null;
  publishedAt: Date | null;
}

export type Content = { html: string } | { text: string };

/** Where entries are in the text of a feed, by hashes of their slices. */
export interface ReadSlices {
  /** Of everything that entries inherit. */
  context: string;
  /** Slices that are known, and not among the entries. */
  leftOut: string[];
  /** The slice of each entry; null: what it means depends on others. */
  read: (string | null)[];
}

export type FeedReading =
  | {
      kind: 'entries';
      entries: RawEntry[];
      feed: FeedFacts;
      rhythm: FeedRhythm | null;
      generator?: string | null;
      slices?: ReadSlices;
    }
  | FailedReading;

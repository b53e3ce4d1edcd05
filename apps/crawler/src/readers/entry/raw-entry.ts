import type { FailureFact, FeedRhythm } from '@feedwarden/feed-health';
import type { FeedFacts } from '../ports.js';

/** What a dialect says of one entry, before anything is made of it. */
export interface RawEntry {
  guid: string | null;
  url: string | null;
  /** Plain text. */
  title: string | null;
  content: Content | null;
  /** What the addresses in the content are relative to, where the feed says so; else it is the entry's own address. */
  contentBase?: string | null;
  author: string | null;
  publishedAt: Date | null;
}

export type Content = { html: string } | { text: string };

export type FeedReading =
  | { kind: 'entries'; entries: RawEntry[]; feed: FeedFacts; rhythm: FeedRhythm | null }
  | { kind: 'failed'; fact: FailureFact };

import type { FeedFormat } from '@feedwarden/contracts';
import type { FailureFact, FeedRhythm } from '@feedwarden/feed-health';
import type { FetchedPage } from '../fetch/ports.js';
import type { Entry } from '../poll/outcome.js';

/** What a page holds: entries, whatever its format. */
export type ExtractEntries = (page: FetchedPage) => Promise<ExtractResult>;

export type ExtractResult =
  | {
      kind: 'entries';
      entries: Entry[];
      feed?: FeedFacts;
      rhythm?: FeedRhythm | null;
      /** Entries without any content, which are left out. */
      emptyEntries?: number;
    }
  | { kind: 'failed'; fact: FailureFact };

/** What a feed says about itself; pages have no such thing. */
export interface FeedFacts {
  title: string | null;
  format: FeedFormat;
}

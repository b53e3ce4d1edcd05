import type { PastPoll, Upcoming, UpcomingQuery } from '@feedwarden/contracts';
import type { Feed } from '../poll/feed.js';

export interface FeedsReader {
  /** In the order of the ids, each with its last polls; those that are not known are left out. */
  several(sourceIds: readonly string[], polls: number): Promise<{ feed: Feed; polls: PastPoll[] }[]>;
}

/** When feeds in trouble are polled again. */
export type ReadUpcoming = (query: UpcomingQuery) => Promise<Upcoming>;

import type { DiscoveredFeed } from '@feedwarden/contracts';
import type { FetchedPage } from '../fetch/ports.js';

/** An address that may be a feed's. */
export interface FeedLink {
  url: string;
  foundBy: DiscoveredFeed['foundBy'];
}

/** Where a page says its feeds are, most trustworthy first, without duplicates; empty for anything but a web page. */
export type FindFeedLinks = (page: FetchedPage, signal: AbortSignal) => Promise<FeedLink[]>;

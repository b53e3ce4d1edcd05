import type { DiscoveredFeed } from '@feedwarden/contracts';
import type { FetchedPage } from '../fetch/ports.js';

/** An address that may be a feed's. */
export interface FeedLink {
  url: string;
  foundBy: DiscoveredFeed['foundBy'];
}

/** Where a page says that its feeds are, most trustworthy first, each once; none when it is no web page. */
export type FindFeedLinks = (page: FetchedPage) => FeedLink[];

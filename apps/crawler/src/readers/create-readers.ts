import { SOURCE_TYPES, type SourceReader, type SourceType } from '@feedwarden/contracts';
import type { FetchPage, WebAccess } from '../fetch/ports.js';
import { type PollDelays, pauseAfter } from '../poll/politeness.js';
import type { ReadSource } from '../poll/ports.js';
import { extractFeed } from './feed/extract-feed.js';
import { createPageReader } from './page-reader.js';
import { findArticleLinks } from './watchlist/find-article-links.js';
import { createReadArticle } from './watchlist/read-article.js';
import { createWatchlistReader, type WatchlistReaderDeps } from './watchlist/watchlist-reader.js';
import { extractWebsite } from './website/extract-website.js';
import { findFeedLinks } from './website/find-feed-links.js';
import { createTwitterReader, type TwitterReaderDeps } from './x/x-reader.js';
import { readTwitterTimeline, readTwitterUser } from './x/x-timeline.js';

/** What can be made out of a page without polling it. */
export const EXTRACTORS = { extractFeed, extractWebsite, findArticleLinks, findFeedLinks };

export interface ReadersDeps {
  web: Pick<WebAccess, 'fetchPage' | 'fetchWebPage'>;
  unknownGuids: WatchlistReaderDeps['unknownGuids'];
  apiKeyOf: TwitterReaderDeps['apiKeyOf'];
  twitterApiUrl: string;
  delays: PollDelays;
}

/** The reader of each type of source. */
export function createReaders(deps: ReadersDeps) {
  const { web, unknownGuids, apiKeyOf, twitterApiUrl, delays } = deps;
  const { readArticle, close } = createReadArticle();
  const make: Record<SourceReader, (fetchPage: FetchPage) => ReadSource> = {
    feed: (fetchPage) => createPageReader(fetchPage, extractFeed),
    website: (fetchPage) => createPageReader(fetchPage, extractWebsite),
    watchlist: (fetchPage) =>
      createWatchlistReader({
        fetchPage,
        findArticleLinks,
        readArticle,
        unknownGuids,
        pause: (feed, signal) => pauseAfter(feed, delays, signal),
      }),
    x: (fetchPage) =>
      createTwitterReader({
        fetchPage,
        apiKeyOf,
        apiUrl: twitterApiUrl,
        readUser: readTwitterUser,
        readTimeline: readTwitterTimeline,
      }),
  };
  const readers = Object.entries(SOURCE_TYPES).map(([type, { reader, asksRobots }]) => {
    return [type, make[reader](asksRobots ? web.fetchWebPage : web.fetchPage)] as const;
  });
  return { readers: Object.fromEntries(readers) as Record<SourceType, ReadSource>, close };
}

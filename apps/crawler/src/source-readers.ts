import { SOURCE_TYPES, type SourceReader, type SourceType } from '@feedwarden/contracts';
import type { FetchPage } from './fetch/ports.js';
import type { PollDelays } from './poll/politeness.js';
import { pauseAfter } from './poll/politeness.js';
import type { ReadSource } from './poll/ports.js';
import { extractFeed } from './readers/feed/extract-feed.js';
import { createPageReader } from './readers/page-reader.js';
import { findArticleLinks } from './readers/watchlist/find-article-links.js';
import { createReadArticle } from './readers/watchlist/read-article.js';
import { createWatchlistReader, type WatchlistReaderDeps } from './readers/watchlist/watchlist-reader.js';
import { extractWebsite } from './readers/website/extract-website.js';
import { createTwitterReader, type TwitterReaderDeps } from './readers/x/x-reader.js';
import { readTwitterTimeline, readTwitterUser } from './readers/x/x-timeline.js';
import type { WebAccess } from './web-access.js';

export interface SourceReadersDeps {
  web: Pick<WebAccess, 'fetchPage' | 'fetchWebPage'>;
  unknownGuids: WatchlistReaderDeps['unknownGuids'];
  apiKeyOf: TwitterReaderDeps['apiKeyOf'];
  twitterApiUrl: string;
  delays: PollDelays;
}

/** A part of the composition: who reads which type of source. */
export function createSourceReaders(deps: SourceReadersDeps) {
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

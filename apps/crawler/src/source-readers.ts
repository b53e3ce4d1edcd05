import type { SourceType } from '@feedwarden/contracts';
import { createFindArticleLinks } from './extract/article-links.js';
import { createReadArticle } from './extract/article-page.js';
import { createExtractEntries } from './extract/extract-entries.js';
import { readTwitterTimeline, readTwitterUser } from './extract/twitter-timeline.js';
import { createExtractWebsite } from './extract/website.js';
import { createPageReader } from './polling/page-reader.js';
import { pauseAfter } from './polling/pause.js';
import type { PollDelays } from './polling/poll-delay.js';
import type { FetchPage, ReadSource } from './polling/ports.js';
import { createTwitterReader, type TwitterReaderDeps } from './polling/twitter-reader.js';
import { createWatchlistReader, type WatchlistReaderDeps } from './polling/watchlist-reader.js';

export interface SourceReadersDeps {
  fetchPage: FetchPage;
  unknownGuids: WatchlistReaderDeps['unknownGuids'];
  apiKeyOf: TwitterReaderDeps['apiKeyOf'];
  twitterApiUrl: string;
  delays: PollDelays;
}

/** A part of the composition: who reads which type of source. */
export function createSourceReaders(deps: SourceReadersDeps) {
  const { fetchPage, unknownGuids, apiKeyOf, twitterApiUrl, delays } = deps;
  const { readArticle, close } = createReadArticle();
  const readers: Record<SourceType, ReadSource> = {
    rss: createPageReader(fetchPage, createExtractEntries()),
    website: createPageReader(fetchPage, createExtractWebsite()),
    watchlist: createWatchlistReader({
      fetchPage,
      findArticleLinks: createFindArticleLinks(),
      readArticle,
      unknownGuids,
      pause: (feed, signal) => pauseAfter(feed, delays, signal),
    }),
    twitter: createTwitterReader({
      fetchPage,
      apiKeyOf,
      apiUrl: twitterApiUrl,
      readUser: readTwitterUser,
      readTimeline: readTwitterTimeline,
    }),
  };
  return { readers, close };
}

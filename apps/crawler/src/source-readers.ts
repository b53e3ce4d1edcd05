import type { SourceType } from '@feedwarden/contracts';
import { createFindArticleLinks } from './extract/article-links.js';
import { createReadArticle } from './extract/article-page.js';
import { createExtractEntries } from './extract/extract-entries.js';
import { readTwitterTimeline, readTwitterUser } from './extract/twitter-timeline.js';
import { createExtractWebsite } from './extract/website.js';
import { createPageReader } from './polling/page-reader.js';
import { pauseAfter } from './polling/pause.js';
import type { PollDelays } from './polling/poll-delay.js';
import type { ReadSource } from './polling/ports.js';
import { createTwitterReader, type TwitterReaderDeps } from './polling/twitter-reader.js';
import { createWatchlistReader, type WatchlistReaderDeps } from './polling/watchlist-reader.js';
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
  const readers: Record<SourceType, ReadSource> = {
    rss: createPageReader(web.fetchPage, createExtractEntries()),
    website: createPageReader(web.fetchWebPage, createExtractWebsite()),
    watchlist: createWatchlistReader({
      fetchPage: web.fetchWebPage,
      findArticleLinks: createFindArticleLinks(),
      readArticle,
      unknownGuids,
      pause: (feed, signal) => pauseAfter(feed, delays, signal),
    }),
    twitter: createTwitterReader({
      fetchPage: web.fetchPage,
      apiKeyOf,
      apiUrl: twitterApiUrl,
      readUser: readTwitterUser,
      readTimeline: readTwitterTimeline,
    }),
  };
  return { readers, close };
}

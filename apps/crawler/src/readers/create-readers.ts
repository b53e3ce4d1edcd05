import { SOURCE_TYPES, type SourceReader, type SourceType } from '@feedwarden/contracts';
import type { FetchPage, WebAccess } from '../fetch/ports.js';
import { type PollDelays, pauseAfter } from '../poll/politeness.js';
import type { ReadSource } from '../poll/ports.js';
import type { DocumentReaders } from '../reading/document-readers.js';
import { createPageReader, type RecallFingerprints } from './page-reader.js';
import { createWatchlistReader, type WatchlistReaderDeps } from './watchlist/watchlist-reader.js';
import { createTwitterReader, type TwitterReaderDeps } from './x/x-reader.js';

export interface ReadersDeps {
  web: Pick<WebAccess, 'fetchFeed' | 'fetchPage' | 'fetchWebPage'>;
  documents: DocumentReaders;
  recallFingerprints: RecallFingerprints;
  unknownGuids: WatchlistReaderDeps['unknownGuids'];
  apiKeyOf: TwitterReaderDeps['apiKeyOf'];
  twitterApiUrl: string;
  delays: PollDelays;
}

/** The reader of each type of source. */
export function createReaders(deps: ReadersDeps): Record<SourceType, ReadSource> {
  const { web, documents, recallFingerprints, unknownGuids, apiKeyOf, twitterApiUrl, delays } = deps;
  const make: Record<SourceReader, (fetchPage: FetchPage) => ReadSource> = {
    feed: (fetchPage) => createPageReader(fetchPage, documents.readFeed, recallFingerprints),
    website: (fetchPage) => createPageReader(fetchPage, documents.readWebsite),
    watchlist: (fetchPage) =>
      createWatchlistReader({
        fetchPage,
        findArticleLinks: documents.findArticleLinks,
        readArticle: documents.readArticle,
        unknownGuids,
        pause: (feed, signal) => pauseAfter(feed, delays, signal),
      }),
    x: (fetchPage) =>
      createTwitterReader({
        fetchPage,
        apiKeyOf,
        apiUrl: twitterApiUrl,
        readUser: documents.readTwitterUser,
        readTimeline: documents.readTwitterTimeline,
      }),
  };
  const readers = Object.entries(SOURCE_TYPES).map(([type, { reader, asksRobots }]) => {
    const fetchPage = asksRobots ? web.fetchWebPage : web.fetchPage;
    return [type, make[reader](reader === 'feed' ? web.fetchFeed : fetchPage)] as const;
  });
  return Object.fromEntries(readers) as Record<SourceType, ReadSource>;
}

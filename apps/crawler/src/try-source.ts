import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import { pathToFileURL } from 'node:url';
import type { SourceType } from '@feedwarden/contracts';
import { classifyFailure, INITIAL_HEALTH } from '@feedwarden/feed-health';
import { DEFAULT_FETCH_LIMITS } from '@feedwarden/guarded-fetch';
import type { FetchPage, FetchResult, WebAccess } from './fetch/ports.js';
import { completeSettings, type Feed, hostOf, NOTHING_LEARNED } from './poll/feed.js';
import { openEntry } from './poll/outcome.js';
import { loggableUrl } from './poll/web-url.js';
import { createReaders, type ReadersDeps } from './readers/create-readers.js';
import type { DocumentReaders } from './reading/document-readers.js';
import { createWebAccess, type WebAccessSettings } from './robots/web-access.js';

export interface Trial {
  /** A URL, or the path of a file; `-` is what comes on stdin. */
  from: string;
  type: SourceType;
  /** Where a file's page would be found, for its relative links. */
  base: string | null;
  settings: WebAccessSettings & { articleSelector: string | null };
  documents: DocumentReaders;
}

export type TrialResult =
  | { outcome: 'entries'; url: string; entries: object[] }
  | { outcome: 'failed'; url: string; error: object };

/** What a poll would read of a source, whatever its age, without a database and without storing anything. */
export async function trySource({ from, type, base, settings, documents }: Trial): Promise<TrialResult> {
  const isUrl = /^https?:\/\//i.test(from);
  const url = isUrl ? from : (base ?? pathToFileURL(from).href);
  const web = createWebAccess(settings, documents.robots, () => new Date());
  const readers = createReaders({
    web: isUrl ? web : fromFile(from, url, web),
    documents,
    recallFingerprints: async () => null,
    unknownGuids: async (_sourceId, guids) => guids,
    apiKeyOf: async () => null,
    twitterApiUrl: 'https://api.x.com',
    delays: { byHost: new Map(), byType: new Map() },
  });
  const feed = feedFor(url, type, settings.articleSelector);
  const result = await readers[type](feed, new AbortController().signal);
  // What is printed is copied into bug reports.
  const shown = isUrl ? loggableUrl(url) : url;
  if (result.kind === 'failed')
    return { outcome: 'failed', url: shown, error: classifyFailure(result.fact, shown) };
  return {
    outcome: 'entries',
    url: shown,
    entries: result.kind === 'stored' ? result.entries.map(openEntry) : [],
  };
}

/** The file stands for the page at `url`; what it links to is fetched as usual. */
function fromFile(path: string, url: string, web: WebAccess): ReadersDeps['web'] {
  const instead = (others: FetchPage): FetchPage => {
    return (request, signal) => (request.url === url ? readPage(path, url) : others(request, signal));
  };
  return {
    fetchFeed: instead(web.fetchFeed),
    fetchPage: instead(web.fetchPage),
    fetchWebPage: instead(web.fetchWebPage),
  };
}

async function readPage(path: string, url: string): Promise<FetchResult> {
  const bytes = path === '-' ? await buffer(process.stdin) : await readFile(path);
  const page = {
    url,
    contentType: null,
    body: {
      bytes,
      encoding: null,
      isFramed: true,
      limits: { ...DEFAULT_FETCH_LIMITS, maxBytes: 2 ** 30 },
    },
    wireHash: createHash('sha256').update(bytes).digest('hex'),
    etag: null,
    lastModified: null,
  };
  return { kind: 'page', page, hints: {} };
}

function feedFor(url: string, type: SourceType, articleSelector: string | null): Feed {
  const sourceId = '00000000-0000-4000-8000-000000000000';
  return {
    sourceId,
    version: 1,
    settings: completeSettings({ name: url, feedUrl: url, type, articleSelector }),
    host: hostOf(url, sourceId),
    enabled: true,
    sourceCreatedAt: new Date(0),
    feedSwitch: null,
    quarantinedAt: null,
    healthEpoch: 0,
    pollSeq: 0,
    health: INITIAL_HEALTH,
    startAt: null,
    notBefore: null,
    ...NOTHING_LEARNED,
  };
}

import { createServer, type Server } from 'node:http';
import { createAddressGuard } from '@feedwarden/address-guard';
import { DEFAULT_FAILURE_POLICIES } from '@feedwarden/feed-health';
import { captureLogs, eventually } from '@feedwarden/service-kit/testing';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { createExtractEntries } from '../src/extract/extract-entries.js';
import { createFetchPage } from '../src/fetch/fetch-page.js';
import { createPageReader } from '../src/polling/page-reader.js';
import { createPollHost } from '../src/polling/poll-host.js';
import { createPollSource } from '../src/polling/poll-source.js';
import { createPollingLoop } from '../src/polling/polling-loop.js';
import { createRecordOutcome } from '../src/polling/record-outcome.js';
import { createFeedReader } from '../src/store/feed-store.js';
import { createHostLeases } from '../src/store/host-leases.js';
import { createWritePolls } from '../src/store/poll-store.js';
import { createPollWriter } from '../src/store/poll-writer.js';
import { createPostponeFeed } from '../src/store/postpone-feed.js';
import { aSource, type CrawlerDatabase, openCrawlerDatabase } from './crawler-database.js';

interface Visit {
  host: string;
  path: string;
  start: number;
  end: number;
}

const FEED = '<rss version="2.0"><channel><title>x</title></channel></rss>';
const HOSTS = ['127.0.0.1', '127.0.0.2', '127.0.0.3', '127.0.0.4', '127.0.0.5'];
const DELAYS_MS = [0, 40, 100, 200, 300];

let server: Server;
let port: number;
const visits: Visit[] = [];
beforeAll(async () => {
  server = createServer((request, response) => {
    const start = performance.now();
    const host = (request.headers.host ?? '').split(':')[0] ?? '';
    const path = request.url ?? '';
    response.on('close', () => visits.push({ host, path, start, end: performance.now() }));
    const n = Number(path.slice(1));
    // Every third feed fails, one way or another.
    if (n % 6 === 0) {
      request.socket.destroy();
      return;
    }
    setTimeout(() => response.writeHead(n % 3 === 0 ? 503 : 200).end(FEED), 15);
  });
  await new Promise<void>((resolve) => server.listen(0, '0.0.0.0', resolve));
  port = (server.address() as { port: number }).port;
});
afterAll(() => new Promise((resolve) => server.close(resolve)));

let crawler: CrawlerDatabase;
beforeEach(async () => {
  crawler = await openCrawlerDatabase();
});
afterEach(() => crawler.close());

describe('politeness', () => {
  it('given 40 sources on 5 hosts, when all are due, then a host never sees two requests at once or too soon, while hosts overlap', async () => {
    const sources = Array.from({ length: 40 }, (_, n) =>
      aSource({
        feedUrl: `http://${HOSTS[n % 5]}:${port}/${n}`,
        pollDelaySeconds: (DELAYS_MS[n % 5] ?? 0) / 1000,
      }),
    );
    await crawler.apply(sources);
    const loop = createLoop();
    loop.start();
    await eventually(() => expect(visits).toHaveLength(40), 30_000);
    await loop.stop();

    for (const [index, host] of HOSTS.entries()) {
      const here = visits.filter((visit) => visit.host === host).sort((a, b) => a.start - b.start);
      expect(here).toHaveLength(8);
      for (const [place, visit] of here.entries()) {
        const before = here[place - 1];
        // The server may notice the end of an answer a moment after the crawler did.
        if (before) expect(visit.start - before.end).toBeGreaterThanOrEqual((DELAYS_MS[index] ?? 0) - 15);
      }
    }
    const overlapping = visits.some((one) =>
      visits.some((other) => one.host !== other.host && one.start < other.end && other.start < one.end),
    );
    expect(overlapping).toBe(true);
  });
});

function createLoop() {
  const { logger } = captureLogs();
  const { db, schedule } = crawler;
  const { agents } = createAddressGuard({ allow: ['127.0.0.0/8'] });
  const fetchPage = createFetchPage({ timeoutSeconds: 5, maxBytes: 1e6, userAgent: 'test', agents });
  const read = createPageReader(fetchPage, createExtractEntries());
  const pollSource = createPollSource({ rss: read, website: read, watchlist: read, twitter: read }, () =>
    performance.now(),
  );
  const { find: findFeed, due: dueFeeds } = createFeedReader(db);
  const recordOutcome = createRecordOutcome({
    policies: () => DEFAULT_FAILURE_POLICIES,
    schedule,
    save: createPollWriter(createWritePolls(db, 'me'), logger),
    findFeed,
    logger,
    maxArticleAgeDays: 7,
    movedAfterDays: 7,
    now: () => new Date(),
  });
  const pollHost = createPollHost({
    dueFeeds,
    pollSource,
    recordOutcome,
    postpone: createPostponeFeed(db),
    delays: { byHost: new Map(), byType: new Map() },
    logger,
  });
  return createPollingLoop({
    leases: createHostLeases(db, 'me'),
    followSources: async () => {},
    cleanUp: async () => {},
    pollHost,
    tickSeconds: 3600,
    hostsAtOnce: 50,
    logger,
  });
}

import { createServer, type Server } from 'node:http';
import { captureLogs, eventually } from '@feedwarden/test-kit';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { aSource, type CrawlerDatabase, openCrawlerDatabase } from './crawler-database.js';
import { createTestLoop } from './test-loop.js';

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
  it('polls 40 sources on 5 hosts so that no host sees two requests at once or too soon, while hosts overlap', async () => {
    const sources = Array.from({ length: 40 }, (_, n) =>
      aSource({
        feedUrl: `http://${HOSTS[n % 5]}:${port}/${n}`,
        pollDelaySeconds: (DELAYS_MS[n % 5] ?? 0) / 1000,
      }),
    );
    await crawler.apply(sources);
    const { logger } = captureLogs();
    const limits = { timeoutSeconds: 5, maxBytes: 1e6 };
    const loop = createTestLoop(crawler, { logger, tickSeconds: 3600, limits });
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

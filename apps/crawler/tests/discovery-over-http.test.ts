import type { ServerResponse } from 'node:http';
import { discoveryLineSchema } from '@feedwarden/contracts';
import { eventually, startTestWebServer, type TestWebServer, testToken } from '@feedwarden/test-kit';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { sql } from 'drizzle-orm';
import { type CrawlerDatabase, openCrawlerDatabase } from './crawler-database.js';
import { type CrawlerUnderTest, startCrawler } from './crawler-under-test.js';

const FEED = '<rss version="2.0"><channel><title>x</title><item><title>One</title></item></channel></rss>';

let site: TestWebServer;
let database: CrawlerDatabase;
let crawler: CrawlerUnderTest;
beforeAll(async () => {
  site = await startTestWebServer((_request, response) => response.end(FEED));
  database = await openCrawlerDatabase();
  crawler = await startCrawler(database.url);
});
afterAll(async () => {
  await crawler.stop();
  await database.close();
  await site.close();
});

async function discover(signal?: AbortSignal, accept = 'application/json'): Promise<Response> {
  return fetch(`http://127.0.0.1:${crawler.port}/api/v1/discover`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${await testToken(['feeds:toggle'])}`,
      'content-type': 'application/json',
      accept,
    },
    body: JSON.stringify({ url: `${site.url}/feed` }),
    ...(signal && { signal }),
  });
}

it('reports the entries of a feed and stores nothing', async () => {
  site.answer((_request, response) => response.end(FEED));
  const answer = await discover();
  expect(await answer.json()).toMatchObject({ kind: 'feed', feeds: [{ firstPoll: { store: 1 } }] });
  const rows = await database.db.execute(
    sql`select (select count(*) from feeds) + (select count(*) from posts) + (select count(*) from polls) as stored`,
  );
  expect([...rows]).toEqual([{ stored: '0' }]);
});

it('drops a site that never responds when the callers go away, and serves others', async () => {
  const held: ServerResponse[] = [];
  let released = 0;
  site.answer((_request, response) => {
    held.push(response);
    response.on('close', () => {
      released += 1;
    });
  });
  const gone = new AbortController();
  const looks = Array.from({ length: 4 }, () => discover(gone.signal));
  await eventually(() => expect(held).toHaveLength(4));
  expect((await discover()).status).toBe(503);
  gone.abort();
  await Promise.allSettled(looks);
  await eventually(() => expect(released).toBe(4));
  site.answer((_request, response) => response.end(FEED));
  expect((await discover()).status).toBe(200);
  expect(crawler.lines.filter(({ level }) => Number(level) >= 50)).toEqual([]);
});

it('tells every request as it is made, then the result, to those who accept lines', async () => {
  const response = await discover(undefined, 'application/x-ndjson');
  expect(response.headers.get('content-type')).toBe('application/x-ndjson');
  const lines = (await response.text())
    .trim()
    .split('\n')
    .map((line) => discoveryLineSchema.parse(JSON.parse(line)));
  expect(lines.map(({ kind }) => kind)).toEqual(['asking', 'answered', 'result']);
  expect(lines.at(-1)).toMatchObject({ discovery: { kind: 'feed', feeds: [{ entries: 1 }] } });
});

it('ends a discovery whose caller goes away in between, and takes the next', async () => {
  let isReleased = false;
  site.answer((_request, response) => {
    response.on('close', () => {
      isReleased = true;
    });
  });
  const gone = new AbortController();
  const look = await discover(gone.signal, 'application/x-ndjson');
  const reader = look.body?.getReader();
  expect(Buffer.from((await reader?.read())?.value ?? []).toString()).toContain('"asking"');
  gone.abort();
  await eventually(() => expect(isReleased).toBe(true));
  site.answer((_request, response) => response.end(FEED));
  expect((await discover()).status).toBe(200);
  expect(crawler.lines.filter(({ level }) => Number(level) >= 50)).toEqual([]);
});

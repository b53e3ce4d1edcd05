import { setTimeout as sleep } from 'node:timers/promises';
import {
  eventually,
  holdLock,
  sendRequest,
  startTestWebServer,
  type TestWebServer,
  testToken,
} from '@feedwarden/test-kit';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { aSource, type CrawlerDatabase, openCrawlerDatabase } from './crawler-database.js';
import { type CrawlerUnderTest, startCrawler } from './crawler-under-test.js';

const FEED = '<rss version="2.0"><channel><title>x</title></channel></rss>';
const HOSTS = 30;
const AT_ONCE = 5;

let site: TestWebServer;
let database: CrawlerDatabase;
let crawler: CrawlerUnderTest;
beforeEach(async () => {
  site = await startTestWebServer((_request, response) => response.end(FEED), '0.0.0.0');
  database = await openCrawlerDatabase();
  crawler = await startCrawler(database.url, { POLL_TICK_SECONDS: '1', POLL_HOSTS_AT_ONCE: String(AT_ONCE) });
});
afterEach(async () => {
  await crawler.stop();
  await database.close();
  await site.close();
});

async function ask(method: string, path: string) {
  const authorization = `Bearer ${await testToken(['posts:read', 'feeds:toggle', 'sources:read'])}`;
  return sendRequest(crawler.port, { method, path, headers: { authorization } });
}

async function metric(name: string): Promise<number> {
  const { text } = await sendRequest(crawler.port, { method: 'GET', path: '/metrics' });
  return Number(new RegExp(`^${name}\\S* (\\S+)$`, 'm').exec(text)?.[1]);
}

const sourcesOnManyHosts = () =>
  Array.from({ length: HOSTS }, (_, n) =>
    aSource({ feedUrl: `http://127.0.1.${n + 1}:${new URL(site.url).port}/${n}` }),
  );

describe('a database that is stuck', () => {
  it('begins no more polls than allowed when no outcome can be written, and makes all of them later', async () => {
    const sources = sourcesOnManyHosts();
    let letAnswer = () => {};
    const mayAnswer = new Promise<void>((resolve) => {
      letAnswer = resolve;
    });
    site.answer((_request, response) => void mayAnswer.then(() => response.end(FEED)));
    await database.apply(sources);
    await eventually(() => expect(site.requests).toHaveLength(AT_ONCE));
    // From here on feeds can be read, but what came of their polls cannot be written.
    const lock = await holdLock(database.url, 'select 1 from feeds for update');
    letAnswer();

    const asked = sources.slice(0, 20).map(({ id }) => ask('POST', `/api/v1/feeds/${id}/poll`));
    for (let look = 0; look < 20; look += 1) {
      expect(await metric('feedwarden_hosts_being_polled')).toBeLessThanOrEqual(AT_ONCE);
      expect(await metric('feedwarden_polls_now')).toBeLessThanOrEqual(AT_ONCE);
      await sleep(100);
    }
    // Those of the loop, those asked for, and none that came later.
    expect(site.requests.length).toBeLessThanOrEqual(2 * AT_ONCE);

    await lock.release();
    const answers = await Promise.all(asked);
    const refused = answers.filter(({ status }) => status === 503);
    expect(refused.length).toBeGreaterThanOrEqual(20 - AT_ONCE);
    for (const { headers } of refused) expect(headers['retry-after']).toBe('10');
    await eventually(() => expect(new Set(site.requests.map(({ url }) => url)).size).toBe(HOSTS), 40_000);
    await eventually(async () => expect(await metric('feedwarden_hosts_being_polled')).toBe(0), 40_000);
  });

  it('responds 503 with Retry-After while a table is locked, until it is free', async () => {
    const lock = await holdLock(database.url, 'lock table posts in access exclusive mode');
    const answers = await Promise.all(Array.from({ length: 40 }, () => ask('GET', '/api/v1/posts')));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([503]));
    for (const { headers, text } of answers) {
      expect(headers['retry-after']).toBe('5');
      expect(JSON.parse(text).detail).toBe('the database is not available: try again');
    }
    await lock.release();
    expect((await ask('GET', '/api/v1/posts')).status).toBe(200);
    expect((await ask('GET', '/readyz')).status).toBe(200);
  });
});

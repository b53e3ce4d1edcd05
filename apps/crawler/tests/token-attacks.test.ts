import {
  createTestDatabase,
  faultsOf,
  LEVEL,
  sendRequest,
  type TestDatabase,
  testToken,
  tokenAttacks,
} from '@feedwarden/test-kit';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type CrawlerUnderTest, startCrawler } from './crawler-under-test.js';

let database: TestDatabase;
let crawler: CrawlerUnderTest;
beforeAll(async () => {
  database = await createTestDatabase('crawler');
  crawler = await startCrawler(database.url);
});
afterAll(async () => {
  await crawler.stop();
  await database.drop();
});

const ask = (headers: Record<string, string | string[]>, query = '') =>
  sendRequest(crawler.port, { method: 'GET', path: `/api/v1/posts${query}`, headers });

describe('tokens that must not open anything', () => {
  it.each(tokenAttacks('posts:read'))('get $status, given $given', async ({ headers, query, status }) => {
    expect(faultsOf(await ask(headers, query), status)).toEqual([]);
  });

  it('leave no token in the log, nor a fault of ours', () => {
    expect(JSON.stringify(crawler.lines)).not.toMatch(/eyJ/);
    expect(crawler.lines.filter(({ level }) => level >= LEVEL.error)).toEqual([]);
  });

  it('do not keep out a good token', async () => {
    expect((await ask({ authorization: `Bearer ${await testToken(['posts:read'])}` })).status).toBe(200);
  });
});

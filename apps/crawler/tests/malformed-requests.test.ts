import { crawlerApi } from '@feedwarden/contracts';
import {
  attack,
  attackWithBytes,
  databaseFingerprint,
  LEVEL,
  MALFORMED_BYTES,
  malformedRequests,
  sendRequest,
  undocumentedRefusals,
} from '@feedwarden/test-kit';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { aSource, type CrawlerDatabase, openCrawlerDatabase } from './crawler-database.js';
import { type CrawlerUnderTest, startCrawler } from './crawler-under-test.js';

const CASES = malformedRequests(crawlerApi);

let database: CrawlerDatabase;
let crawler: CrawlerUnderTest;
let before: Record<string, string>;
beforeAll(async () => {
  database = await openCrawlerDatabase();
  await database.apply([aSource({ enabled: false }), aSource({ enabled: false })]);
  crawler = await startCrawler(database.url);
  before = await databaseFingerprint(database.url);
});
afterAll(async () => {
  await crawler.stop();
  await database.close();
});

describe('what is wrong', () => {
  it('given the table of routes, when requests are made of it, then there are many', () => {
    expect(CASES.length).toBeGreaterThan(150);
  });

  it('given the refusals, when they are looked up in the OpenAPI document, then it tells of each', () => {
    expect(undocumentedRefusals(crawlerApi)).toEqual([]);
  });

  it.each(CASES)('given $given, when it is sent, then it is refused with $status', async (malformed) => {
    expect(await attack(crawler.port, malformed)).toEqual([]);
  });

  it.each(MALFORMED_BYTES)(
    'given $given, when it is sent, then it is refused with $status',
    async (malformed) => {
      expect(await attackWithBytes(crawler.port, malformed)).toEqual([]);
    },
  );
});

describe('after all of it', () => {
  it('given the database from before, when it is compared, then nothing has changed', async () => {
    expect(await databaseFingerprint(database.url)).toEqual(before);
  });

  it('given the crawler, when it is asked, then it is ready, and found no fault of its own', async () => {
    expect((await sendRequest(crawler.port, { method: 'GET', path: '/readyz' })).status).toBe(200);
    expect(crawler.lines.filter(({ level }) => level >= LEVEL.error)).toEqual([]);
  });
});

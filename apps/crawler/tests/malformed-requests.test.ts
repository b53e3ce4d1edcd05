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

describe('malformed requests', () => {
  it('are many, made of the table of routes', () => {
    expect(CASES.length).toBeGreaterThan(150);
  });

  it('are refused only in ways that the OpenAPI document lists', () => {
    expect(undocumentedRefusals(crawlerApi)).toEqual([]);
  });

  it.each(CASES)('are refused with $status: $given', async (malformed) => {
    expect(await attack(crawler.port, malformed)).toEqual([]);
  });

  it.each(MALFORMED_BYTES)('are refused with $status: $given', async (malformed) => {
    expect(await attackWithBytes(crawler.port, malformed)).toEqual([]);
  });
});

describe('after malformed requests', () => {
  it('the database is as it was', async () => {
    expect(await databaseFingerprint(database.url)).toEqual(before);
  });

  it('the crawler is ready, and has found no fault of its own', async () => {
    expect((await sendRequest(crawler.port, { method: 'GET', path: '/readyz' })).status).toBe(200);
    expect(crawler.lines.filter(({ level }) => level >= LEVEL.error)).toEqual([]);
  });
});

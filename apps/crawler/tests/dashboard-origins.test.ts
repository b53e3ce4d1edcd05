import { createTestDatabase, sendRequest, type TestDatabase, testToken } from '@feedwarden/test-kit';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type CrawlerUnderTest, startCrawler } from './crawler-under-test.js';

let database: TestDatabase;
let crawler: CrawlerUnderTest;
beforeAll(async () => {
  database = await createTestDatabase('crawler');
  crawler = await startCrawler(database.url, { SOURCE_MANAGER_URL: 'http://127.0.0.1:4199' });
});
afterAll(async () => {
  await crawler.stop();
  await database.drop();
});

const ask = async (origin: string, { method = 'GET', ...headers }: Record<string, string> = {}) =>
  sendRequest(crawler.port, {
    method,
    path: '/api/v1/upcoming',
    headers: { host: `feeds.lan:${crawler.port}`, origin, ...headers },
  });
const token = async () => `Bearer ${await testToken(['sources:read'])}`;
/** The port of SOURCE_MANAGER_URL, at the host that the crawler is called at. */
const PAGE = 'http://feeds.lan:4199';
const PREFLIGHT = {
  method: 'OPTIONS',
  'access-control-request-method': 'POST',
  'access-control-request-headers': 'authorization',
};

describe('the page of the dashboard', () => {
  it('may call the crawler with a token, and read what it responds', async () => {
    const { status, headers } = await ask(PAGE, { authorization: await token() });
    expect(status).toBe(200);
    expect(headers).toMatchObject({
      'access-control-allow-origin': PAGE,
      'access-control-expose-headers': expect.stringContaining('retry-after'),
      vary: expect.stringMatching(/origin/i),
    });
    expect(headers).not.toHaveProperty('access-control-allow-credentials');
  });

  it('is told so before, and reads refusals, too', async () => {
    const preflight = await ask(PAGE, PREFLIGHT);
    expect([preflight.status, preflight.headers['access-control-allow-origin']]).toEqual([204, PAGE]);
    const refusal = await ask(PAGE);
    expect([refusal.status, refusal.headers['access-control-allow-origin']]).toEqual([401, PAGE]);
  });

  it('cannot use its cookie here', async () => {
    const cookie = `feedwarden=${'A'.repeat(43)}; __Host-feedwarden=${'A'.repeat(43)}`;
    const { status, text } = await ask(PAGE, { cookie, 'x-feedwarden': 'dashboard' });
    expect([status, text.includes('send one token')]).toEqual([401, true]);
  });
});

describe('a page of another origin', () => {
  it.each([
    'https://evil.example',
    'https://feeds.lan:4199',
    'http://feeds.lan:4199.evil.example',
    'http://feeds.lan:4199@evil.example',
    'http://feeds.lan:4200',
    'http://feeds.lan',
    'null',
    '',
  ])('may not: %s', async (origin) => {
    const preflight = await ask(origin, PREFLIGHT);
    expect(preflight.status).toBe(405);
    const answer = await ask(origin, { authorization: await token() });
    for (const { headers } of [preflight, answer])
      expect(Object.keys(headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
  });
});

import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startTestWebServer, type TestWebServer } from '@feedwarden/test-kit';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { inProcessDocuments as documents } from '../src/reading/testing/in-process.js';
import { type Trial, trySource } from '../src/try-source.js';

const FEED = `<rss version="2.0"><channel><title>T</title>
  <item><guid>1</guid><title>One</title><link>/one</link><description>&lt;b&gt;First&lt;/b&gt;</description></item></channel></rss>`;
const PAGE = `<!doctype html><title>T</title><article><p>${'A story with many words. '.repeat(20)}</p></article>`;
const ROBOTS = 'User-agent: *\nDisallow: /private\nDisallow: /feed';
const settings = {
  timeoutSeconds: 5,
  maxBytes: 100_000,
  userAgent: 'test',
  allowPrivate: ['127.0.0.1'],
  articleSelector: null,
  respectRobots: true,
};

const attempt = (trial: Omit<Trial, 'documents'>) => trySource({ ...trial, documents });

let site: TestWebServer;
let folder: string;
beforeAll(async () => {
  const texts: Record<string, string> = {
    '/feed': FEED,
    '/robots.txt': ROBOTS,
    '/page': PAGE,
    '/private': PAGE,
  };
  site = await startTestWebServer(({ url = '' }, response) => {
    if (url === '/moved') response.writeHead(302, { location: '/private' }).end();
    else if (texts[url]) response.end(texts[url]);
    else response.writeHead(404).end();
  });
  folder = await mkdtemp(join(tmpdir(), 'feedwarden-try-'));
});
afterAll(async () => {
  await site.close();
  await rm(folder, { recursive: true });
});

describe('trying a source', () => {
  it('reports what a poll of a URL would store', async () => {
    expect(await attempt({ from: `${site.url}/feed`, type: 'rss', base: null, settings })).toMatchObject({
      outcome: 'entries',
      entries: [{ guid: '1', title: 'One', body: 'First', url: `${site.url}/one` }],
    });
  });

  it('reads a file in another encoding as if it came from its base', async () => {
    const file = join(folder, 'feed.xml');
    const prolog = '<?xml version="1.0" encoding="ISO-8859-1"?>';
    await writeFile(file, Buffer.from(`${prolog}${FEED.replace('First', 'Pr\u00e9mier')}`, 'latin1'));
    expect(
      await attempt({ from: file, type: 'rss', base: 'https://news.example/x/feed', settings }),
    ).toMatchObject({
      entries: [{ body: 'Pr\u00e9mier', url: 'https://news.example/one' }],
    });
  });

  it.each([
    ['a feed that robots.txt forbids', '/feed', 'rss', true, { outcome: 'entries' }],
    ['a page that it allows', '/page', 'website', true, { outcome: 'entries' }],
    [
      'a page that it forbids',
      '/private',
      'website',
      true,
      {
        outcome: 'failed',
        error: { type: 'forbidden', code: 'robots_disallowed', failureType: 'permanent' },
      },
    ],
    ['a list that it forbids', '/private', 'watchlist', true, { outcome: 'failed' }],
    [
      'a page that redirects to one that it forbids',
      '/moved',
      'website',
      true,
      { outcome: 'failed', error: { code: 'robots_disallowed' } },
    ],
    ['such a redirect where nobody asks', '/moved', 'website', false, { outcome: 'entries' }],
    ['such a page where nobody asks', '/private', 'website', false, { outcome: 'entries' }],
  ] as const)('reports %s', async (_given, path, type, respectRobots, expected) => {
    site.requests.length = 0;
    const trial = { from: site.url + path, type, base: null, settings: { ...settings, respectRobots } };
    expect(await attempt(trial)).toMatchObject(expected);
    const asked = site.requests.some(({ url }) => url === '/robots.txt');
    expect(asked).toBe(type !== 'rss' && respectRobots);
  });

  it('obeys the robots.txt of the host a page redirects to', async () => {
    const other = await startTestWebServer(({ url }, response) =>
      response.end(url === '/robots.txt' ? 'User-agent: *\nDisallow: /' : PAGE),
    );
    const first = await startTestWebServer(({ url }, response) =>
      response.writeHead(url === '/robots.txt' ? 404 : 302, { location: `${other.url}/page` }).end(),
    );
    const trial = { from: `${first.url}/page`, type: 'website', base: null, settings } as const;
    expect(await attempt(trial)).toMatchObject({ outcome: 'failed', error: { code: 'robots_disallowed' } });
    expect(other.requests.map(({ url }) => url)).toEqual(['/robots.txt']);
    await Promise.all([first.close(), other.close()]);
  });

  it.each(['/feed', '/gone'])('hides the password in the URL of %s', async (path) => {
    const from = `${site.url.replace('//', '//ann:s3cret@')}${path}`;
    const result = await attempt({ from, type: 'rss', base: null, settings });
    expect(result.url).toBe(`${site.url}${path}`);
    expect(JSON.stringify(result)).not.toContain('s3cret');
  });

  it('reports the error of a failing source as a poll would', async () => {
    expect(await attempt({ from: `${site.url}/gone`, type: 'rss', base: null, settings })).toMatchObject({
      outcome: 'failed',
      error: { type: 'not_found', statusCode: 404 },
    });
  });
});

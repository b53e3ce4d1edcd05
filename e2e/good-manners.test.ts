import type { RequestListener } from 'node:http';
import { connectDatabase } from '@feedwarden/service-kit';
import { eventually, type TestWebServer } from '@feedwarden/test-kit';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { openResources } from './support/open-resources.js';
import type { RunningSystem } from './support/running-system.js';
import { FEED, respondWith, serveFeed } from './support/site-behaviours.js';

const HOUR = 3_600_000;

const open = openResources(afterAll);
let site: TestWebServer;
let system: RunningSystem;
beforeAll(async () => {
  site = await open.site(serveFeed);
  // Ticks an hour apart: only the polls that the test asks for happen.
  system = await open.system({ crawlerEnv: { POLL_TICK_SECONDS: '3600' } });
});

const addSource = (path: string) =>
  system.sources.createSource({ name: path, feedUrl: `${site.url}${path}`, pollIntervalMinutes: 30 });

/** Polls now, and returns how long the crawler will wait until the next poll, and why. */
async function waitAfter(sourceId: string, behaviour: RequestListener) {
  site.answer(behaviour);
  const { feed } = await system.pollNow(sourceId);
  const wait = new Date(feed.nextPollAt ?? 0).getTime() - new Date(feed.lastPolledAt ?? 0).getTime();
  return { hours: Math.floor(wait / HOUR), reason: feed.nextPollReason };
}

describe('a feed that declares its freshness', () => {
  it('is not polled before its caching headers expire, unless a poll fails', async () => {
    const { id } = await addSource('/cached');
    const cached: RequestListener = (_request, response) =>
      response.writeHead(200, { 'cache-control': 'max-age=7260', etag: 'W/"one"' }).end(FEED);
    const notModified: RequestListener = ({ headers }, response) =>
      response
        .writeHead(headers['if-none-match'] === 'W/"one"' ? 304 : 500, { 'cache-control': 'max-age=10860' })
        .end();
    expect(await waitAfter(id, cached)).toEqual({ hours: 2, reason: 'fresh_until' });
    expect(await waitAfter(id, notModified)).toEqual({ hours: 3, reason: 'fresh_until' });
    expect(await waitAfter(id, respondWith(503))).toEqual({ hours: 1, reason: 'backoff' });
    expect(await waitAfter(id, serveFeed)).toEqual({ hours: 0, reason: 'interval' });
  });

  it('is polled after six hours at the latest, given a ttl of a year', async () => {
    const { id } = await addSource('/ttl');
    const yearly: RequestListener = (_request, response) =>
      response.end(FEED.replace('<title>', '<ttl>525600</ttl><title>'));
    expect(await waitAfter(id, yearly)).toEqual({ hours: 6, reason: 'feed_ttl' });
  });
});

describe('a feed with a permanent redirect', () => {
  /** Makes the redirect eight days older. */
  async function age(sourceId: string): Promise<void> {
    const { db, close } = connectDatabase(system.crawlerEnv.CRAWLER_DATABASE_URL ?? '', { name: 'test' });
    await db.execute(
      `update feeds set moved_since = moved_since - interval '8 days' where source_id = '${sourceId}'`,
    );
    await close();
  }
  const redirectOld: RequestListener = (request, response) => {
    if (request.url === '/old') response.writeHead(301, { location: '/new' }).end();
    else response.writeHead(200, { etag: '"one"' }).end(FEED);
  };

  it('changes the URL, and nothing else, once a permanent redirect has held for a week', async () => {
    const { id } = await system.sources.createSource({
      name: 'Old',
      feedUrl: `${site.url.replace('//', '//ann:s3cret@')}/old`,
    });
    const proposed = `${site.url}/new`;
    site.answer(redirectOld);
    expect(await system.pollNow(id)).toMatchObject({ newPosts: 2, feed: { movedTo: proposed } });
    await eventually(async () =>
      expect(await system.sources.getSource(id)).toMatchObject({
        feedUrl: expect.stringContaining('/old'),
        proposedFeedUrl: proposed,
        proposedSince: expect.any(String),
      }),
    );

    await age(id);
    expect(await system.pollNow(id)).toMatchObject({ outcome: 'unchanged', decision: 'moved' });
    await eventually(async () =>
      expect(await system.sources.getSource(id)).toMatchObject({
        feedUrl: `${site.url.replace('//', '//ann:s3cret@')}/new`,
        proposedFeedUrl: null,
        healthEpoch: 0,
      }),
    );
    const { items: events } = await system.sources.listSourceEvents(id);
    expect(events[0]).toMatchObject({
      action: 'moved',
      evidence: { movedFrom: `${site.url}/old`, movedTo: proposed },
    });

    site.requests.length = 0;
    expect(await system.pollNow(id)).toMatchObject({ outcome: 'unchanged', feed: { movedTo: null } });
    expect(site.requests.map(({ url, headers }) => [url, headers['if-none-match']])).toEqual([
      ['/new', '"one"'],
    ]);
    expect(JSON.stringify([events, system.crawler.lines, system.manager.lines])).not.toContain('s3cret');
  });

  it('starts the week again when the redirect disappears in between', async () => {
    const { id } = await addSource('/old');
    site.answer(redirectOld);
    await system.pollNow(id);
    await age(id);
    site.answer(serveFeed);
    expect(await system.pollNow(id)).toMatchObject({
      decision: 'none',
      feed: { movedTo: null, movedSince: null },
    });
    site.answer(redirectOld);
    expect(await system.pollNow(id)).toMatchObject({
      decision: 'none',
      feed: { movedTo: `${site.url}/new` },
    });
  });
});

describe('a page that robots.txt forbids', () => {
  const page = `<!doctype html><title>T</title><article><p>${'A story with many words. '.repeat(20)}</p></article>`;
  const forbid: RequestListener = ({ url }, response) =>
    response.end(url === '/robots.txt' ? 'User-agent: Feedwarden\nDisallow: /private' : page);

  it('fails the poll without reading a page that robots.txt forbids', async () => {
    const source = { name: 'Page', type: 'website', feedUrl: `${site.url}/private/page` } as const;
    const { id } = await system.sources.createSource(source);
    site.requests.length = 0;
    site.answer(forbid);
    expect(await system.pollNow(id)).toMatchObject({
      outcome: 'failed',
      error: {
        type: 'forbidden',
        level: 'warn',
        failureType: 'permanent',
        code: 'robots_disallowed',
        message: expect.stringContaining('/robots.txt does not allow Feedwarden'),
      },
    });
    await system.sources.changeSource(id, { feedUrl: `${site.url}/public` });
    expect(await system.pollNow(id)).toMatchObject({ outcome: 'stored', newPosts: 1 });
    expect(site.requests.map(({ url }) => url)).toEqual(['/robots.txt', '/public']);
    expect(site.requests[0]?.headers['user-agent']).toMatch(/^Feedwarden\//);
  });
});

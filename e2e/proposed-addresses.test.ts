import type { RequestListener } from 'node:http';
import { eventually, type TestWebServer } from '@feedwarden/test-kit';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { openResources } from './support/open-resources.js';
import type { RunningSystem } from './support/running-system.js';
import { respondWith, serveFeed, serveText } from './support/site-behaviours.js';

const PAGE = `<!doctype html><html><head><title>News</title>
  <link rel="alternate" type="application/rss+xml" href="/feed.xml"></head><body><p>Welcome</p></body></html>`;
const NOTHING = { proposedFeedUrl: null, proposedSince: null };

const open = openResources(afterAll);
let site: TestWebServer;
let system: RunningSystem;
beforeAll(async () => {
  site = await open.site(serveFeed);
  // Ticks an hour apart: only the polls that the test asks for happen.
  system = await open.system({ crawlerEnv: { POLL_TICK_SECONDS: '3600' } });
});

const pageWithFeed: RequestListener = (request, response) =>
  (request.url === '/feed.xml' ? serveFeed : serveText(PAGE, 'text/html'))(request, response);

/** A source with the address of a page, after a poll that found the feed of the page. */
async function polledPage(path: string) {
  site.answer(pageWithFeed);
  const { id } = await system.sources.createSource({ name: path, feedUrl: `${site.url}${path}` });
  const feedUrl = `${site.url}/feed.xml`;
  expect(await system.pollNow(id)).toMatchObject({
    outcome: 'failed',
    error: {
      type: 'parse_error',
      code: 'not_a_feed',
      message: `the response is an HTML page, not a feed; the page declares the feed ${feedUrl}`,
    },
    feed: { proposedFeedUrl: feedUrl, proposedSince: expect.any(String), movedTo: null },
  });
  await proposed(id, { proposedFeedUrl: feedUrl, lastError: expect.stringContaining(feedUrl) });
  return { id, feedUrl };
}

const proposed = (id: string, expected: object) =>
  eventually(async () => expect(await system.sources.getSource(id)).toMatchObject(expected));

describe('a source with the address of a page that declares a feed', () => {
  it('has the feed proposed, and is polled there once a person accepts it', async () => {
    const { id, feedUrl } = await polledPage('/accepted');
    expect(await system.sources.changeSource(id, { feedUrl })).toMatchObject({ feedUrl, ...NOTHING });
    expect(await system.pollNow(id)).toMatchObject({ outcome: 'stored', newPosts: 2, feed: NOTHING });
    await proposed(id, { status: 'healthy', feedUrl, ...NOTHING });
  });

  it('keeps the proposal while the site is down, and loses it when its address serves a feed', async () => {
    const { id, feedUrl } = await polledPage('/repaired');
    site.answer(respondWith(503));
    expect(await system.pollNow(id)).toMatchObject({ feed: { proposedFeedUrl: feedUrl } });
    site.answer(serveFeed);
    expect(await system.pollNow(id)).toMatchObject({ outcome: 'stored', feed: NOTHING });
    await proposed(id, { status: 'healthy', ...NOTHING });
  });

  it('loses the proposal when the page no longer declares a feed', async () => {
    const { id } = await polledPage('/changed');
    site.answer(serveText('<!doctype html><title>Moved</title>', 'text/html'));
    expect(await system.pollNow(id)).toMatchObject({ outcome: 'failed', feed: NOTHING });
    await proposed(id, NOTHING);
  });
});

import { eventually, LEVEL, type TestWebServer } from '@feedwarden/test-kit';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { openResources } from './support/open-resources.js';
import type { RunningSystem } from './support/running-system.js';
import { respondWith, serveFeed } from './support/site-behaviours.js';

const open = openResources(afterAll);
let site: TestWebServer;
let system: RunningSystem;
beforeAll(async () => {
  site = await open.site(respondWith(410));
  system = await open.system({ policyFile: { typed: { rules: { gone: { cooldown: '4s' } } } } });
});

const activeIds = async () =>
  (await system.sources.listSources({ feed_active: true })).items.map(({ id }) => id);

describe('a feed that goes and comes back', () => {
  it('disables a feed on a 410, probes it after the cooldown, and enables it when it is back', async () => {
    const { id } = await system.sources.createSource({ name: 'News', feedUrl: `${site.url}/feed` });
    expect(await system.pollNow(id)).toMatchObject({ error: { type: 'gone' }, decision: 'feed_disabled' });

    // Disabled with the reason, and out of polling.
    const disabled = await eventually(async () => {
      const source = await system.sources.getSource(id);
      expect(source.feedDisableReason).toBe('gone');
      return source;
    });
    expect(disabled.status).toBe('cooling_down');
    expect(await activeIds()).not.toContain(id);
    expect(site.requests).toHaveLength(1);

    // Probed after the cooldown while it is still gone: the cooldown is renewed, and no polling loop starts.
    await eventually(() => expect(site.requests.length).toBe(2));
    await eventually(async () => {
      const { feedDisabledAt } = await system.sources.getSource(id);
      expect(Date.parse(feedDisabledAt ?? '')).toBeGreaterThan(Date.parse(disabled.feedDisabledAt ?? ''));
    });
    expect(await activeIds()).not.toContain(id);

    // Back again: the next probe enables it, and its posts are stored.
    site.answer(serveFeed);
    await eventually(async () => {
      const { feedDisabledAt, status } = await system.sources.getSource(id);
      expect([feedDisabledAt, status]).toEqual([null, 'healthy']);
    });
    expect(await activeIds()).toContain(id);
    const { body } = await system.askCrawler('GET', `/api/v1/posts?source_id=${id}`);
    expect(body).toMatchObject({ items: [{ guid: '1', title: 'First' }, { guid: '2' }], nextCursor: null });

    // Expected failures are never logged at ERROR, and each disabling is logged once.
    const { lines } = system.crawler;
    expect(lines.filter(({ level }) => level >= LEVEL.error)).toEqual([]);
    expect(lines.filter(({ msg }) => msg === 'feed disabled')).toHaveLength(1);
    expect(lines.filter(({ msg }) => msg === 'cooldown renewed')).toHaveLength(1);
    expect(lines.filter(({ msg }) => msg === 'feed enabled')).toHaveLength(1);
  });

  it('returns the outcome of a poll-now', async () => {
    const { id } = await system.sources.createSource({ name: 'Again', feedUrl: `${site.url}/again` });
    const { status, body } = await system.askCrawler('POST', `/api/v1/feeds/${id}/poll`);
    expect([status, body]).toMatchObject([
      200,
      { error: null, feed: { sourceId: id, consecutiveFailures: 0 } },
    ]);
    expect(await system.askCrawler('GET', `/api/v1/feeds/${id}`)).toMatchObject({
      status: 200,
      body: { nextPollReason: 'interval' },
    });
  });
});

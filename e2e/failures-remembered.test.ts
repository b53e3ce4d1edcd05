import { eventually, type TestWebServer } from '@feedwarden/test-kit';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { openResources } from './support/open-resources.js';
import type { RunningSystem } from './support/running-system.js';
import { respondWith, serveFeed, serveFeedOrNotModified } from './support/site-behaviours.js';

const open = openResources(afterEach);
let site: TestWebServer;
let system: RunningSystem;
beforeEach(async () => {
  site = await open.site(serveFeed);
});

const quietly = { crawlerEnv: { POLL_TICK_SECONDS: '3600' } };
const actionsOf = async (id: string) =>
  (await system.sources.listSourceEvents(id)).items.map(({ action }) => action);
const addSource = async () =>
  (await system.sources.createSource({ name: 'News', feedUrl: `${site.url}/feed` })).id;

describe('the memory of failures', () => {
  it('resets everything on a 304 after failures', async () => {
    system = await open.system(quietly);
    site.answer(serveFeedOrNotModified);
    const id = await addSource();
    await system.pollNow(id);
    site.answer(respondWith(503));
    await system.pollNow(id);
    expect((await system.pollNow(id)).feed.consecutiveFailures).toBe(2);
    site.answer(serveFeedOrNotModified);
    expect(await system.pollNow(id)).toMatchObject({
      outcome: 'unchanged',
      feed: { consecutiveFailures: 0, failingSince: null },
    });
    expect((await system.feed(id)).recentPolls[0]).toMatchObject({ outcome: 'unchanged', statusCode: 304 });
  });

  it('disables nothing when one 404 follows nine 429s', async () => {
    system = await open.system(quietly);
    const id = await addSource();
    site.answer(respondWith(429));
    for (let n = 0; n < 9; n += 1) await system.pollNow(id);
    site.answer(respondWith(404));
    expect(await system.pollNow(id)).toMatchObject({
      decision: 'none',
      feed: { consecutiveFailures: 10, feedDisabledAt: null },
    });
    await eventually(async () =>
      expect(await system.sources.getSource(id)).toMatchObject({
        status: 'failing',
        consecutiveFailures: 10,
      }),
    );
    expect(await actionsOf(id)).toEqual(['created']);
  });

  it('renews the cooldown when the probe gets a 429, and sends feed-enable once when it succeeds', async () => {
    system = await open.system({ policyFile: { typed: { rules: { gone: { cooldown: '2s' } } } } });
    site.answer(respondWith(410));
    const id = await addSource();
    await system.pollNow(id);
    await eventually(async () => expect((await system.sources.getSource(id)).feedDisableReason).toBe('gone'));
    site.answer(respondWith(429));
    await eventually(async () => expect(await actionsOf(id)).toContain('cooldown_renewed'));
    await eventually(async () =>
      expect(await system.sources.getSource(id)).toMatchObject({
        feedDisableReason: 'gone',
        lastErrorType: 'rate_limited',
      }),
    );
    site.answer(serveFeed);
    await eventually(async () => expect((await system.sources.getSource(id)).status).toBe('healthy'));
    for (let n = 0; n < 3; n += 1) await system.pollNow(id);
    expect((await actionsOf(id)).filter((action) => action === 'feed_enabled')).toHaveLength(1);
    const [enabled] = (await system.sources.listSourceEvents(id)).items;
    expect(enabled).toMatchObject({ action: 'feed_enabled', actor: 'crawler' });
  });

  it('forgets the failures in both services and polls at once when a person enables the feed', async () => {
    system = await open.system();
    site.answer(respondWith(410));
    const id = await addSource();
    await system.pollNow(id);
    await eventually(async () =>
      expect(await system.sources.getSource(id)).toMatchObject({
        feedDisableReason: 'gone',
        consecutiveFailures: 1,
      }),
    );
    site.answer(serveFeed);
    const seen = site.requests.length;
    expect(await system.sources.enableFeed(id)).toMatchObject({
      consecutiveFailures: 0,
      lastErrorType: null,
      status: 'healthy',
    });
    await eventually(() => expect(site.requests.length).toBe(seen + 1));
    await eventually(async () =>
      expect(await system.feed(id)).toMatchObject({ consecutiveFailures: 0, nextPollReason: 'interval' }),
    );
  });

  it('follows a change of the failure policy without a restart', async () => {
    system = await open.system(quietly);
    site.answer(respondWith(410));
    const id = await addSource();
    await system.sources.changeSource(id, { failurePolicy: 'quarantine', maxFailures: 2 });
    expect((await system.pollNow(id)).decision).toBe('none');
    expect((await system.pollNow(id)).decision).toBe('quarantined');
  });
});

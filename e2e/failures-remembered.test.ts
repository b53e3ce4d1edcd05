import { eventually, startTestWebServer, type TestWebServer } from '@feedwarden/test-kit';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { type RunningSystem, startSystem } from './running-system.js';
import { answerFeed, answerFeedOrNotModified, answerStatus } from './site-behaviours.js';

let site: TestWebServer;
let system: RunningSystem;
beforeEach(async () => {
  site = await startTestWebServer(answerFeed);
});
afterEach(async () => {
  await system.stop();
  await site.close();
});

const quietly = { crawlerEnv: { POLL_TICK_SECONDS: '3600' } };
const actionsOf = async (id: string) =>
  (await system.sources.sourceEvents(id)).items.map(({ action }) => action);
const addSource = async () =>
  (await system.sources.createSource({ name: 'News', feedUrl: `${site.url}/feed` })).id;

describe('what failures are remembered for', () => {
  it('given failures, when the site answers 304, then everything is reset', async () => {
    system = await startSystem(quietly);
    site.answer(answerFeedOrNotModified);
    const id = await addSource();
    await system.pollNow(id);
    site.answer(answerStatus(503));
    await system.pollNow(id);
    expect((await system.pollNow(id)).feed.consecutiveFailures).toBe(2);
    site.answer(answerFeedOrNotModified);
    expect(await system.pollNow(id)).toMatchObject({
      outcome: 'unchanged',
      feed: { consecutiveFailures: 0, failingSince: null },
    });
    expect((await system.feed(id)).recentPolls[0]).toMatchObject({ outcome: 'unchanged', statusCode: 304 });
  });

  it('given nine times 429, when one 404 follows, then nothing is disabled', async () => {
    system = await startSystem(quietly);
    const id = await addSource();
    site.answer(answerStatus(429));
    for (let n = 0; n < 9; n += 1) await system.pollNow(id);
    site.answer(answerStatus(404));
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

  it('given a cooldown that ends, when the probe answers 429, then it is renewed; and enable is sent once', async () => {
    system = await startSystem({ policyFile: { typed: { rules: { gone: { cooldown: '2s' } } } } });
    site.answer(answerStatus(410));
    const id = await addSource();
    await system.pollNow(id);
    await eventually(async () => expect((await system.sources.getSource(id)).feedDisableReason).toBe('gone'));
    site.answer(answerStatus(429));
    await eventually(async () => expect(await actionsOf(id)).toContain('cooldown_renewed'));
    await eventually(async () =>
      expect(await system.sources.getSource(id)).toMatchObject({
        feedDisableReason: 'gone',
        lastErrorType: 'rate_limited',
      }),
    );
    site.answer(answerFeed);
    await eventually(async () => expect((await system.sources.getSource(id)).status).toBe('healthy'));
    for (let n = 0; n < 3; n += 1) await system.pollNow(id);
    expect((await actionsOf(id)).filter((action) => action === 'feed_enabled')).toHaveLength(1);
    const [enabled] = (await system.sources.sourceEvents(id)).items;
    expect(enabled).toMatchObject({ action: 'feed_enabled', actor: 'crawler' });
  });

  it('given a disabled feed, when a person enables it, then both services forget its failures and it is polled at once', async () => {
    system = await startSystem();
    site.answer(answerStatus(410));
    const id = await addSource();
    await system.pollNow(id);
    await eventually(async () =>
      expect(await system.sources.getSource(id)).toMatchObject({
        feedDisableReason: 'gone',
        consecutiveFailures: 1,
      }),
    );
    site.answer(answerFeed);
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

  it('given a source under one policy, when it is given another one, then the crawler follows without a restart', async () => {
    system = await startSystem(quietly);
    site.answer(answerStatus(410));
    const id = await addSource();
    await system.sources.changeSource(id, { failurePolicy: 'quarantine', maxFailures: 2 });
    expect((await system.pollNow(id)).decision).toBe('none');
    expect((await system.pollNow(id)).decision).toBe('quarantined');
  });
});

import { eventually } from '@feedwarden/test-kit';
import { afterEach, describe, expect, it } from '@jest/globals';
import { openResources } from './support/open-resources.js';
import { openPostgres } from './support/own-postgres.js';
import { startPollLoad } from './support/poll-load.js';
import { respondWith, serveFeed } from './support/site-behaviours.js';

const open = openResources(afterEach);

describe('the system under faults', () => {
  it('disables each of 50 feeds once while source-manager is down and the crawler is killed twice', async () => {
    const site = await open.site(serveFeed);
    const system = await open.system({});
    const ids: string[] = [];
    for (let n = 0; n < 50; n += 1)
      ids.push((await system.sources.createSource({ name: `feed ${n}`, feedUrl: `${site.url}/${n}` })).id);
    for (const id of ids) expect((await system.pollNow(id)).outcome).toBe('stored');

    // All feeds are gone while source-manager is down, and the crawler is killed twice.
    await system.manager.kill();
    site.answer(respondWith(410));
    for (const id of ids.slice(0, 25)) expect((await system.pollNow(id)).decision).toBe('feed_disabled');
    await system.crawler.kill();
    await system.startCrawler();
    for (const id of ids.slice(25)) expect((await system.pollNow(id)).decision).toBe('feed_disabled');
    await system.crawler.kill();

    await system.startManager();
    await system.startCrawler();
    await eventually(async () => {
      const { items } = await system.sources.listSources({ status: 'cooling_down', limit: 100 });
      expect(items).toHaveLength(50);
      expect(new Set(items.map(({ feedDisableReason }) => feedDisableReason))).toEqual(new Set(['gone']));
    }, 50_000);
    const actions = await Promise.all(
      ids.map(async (id) => (await system.sources.listSourceEvents(id)).items),
    );
    expect(actions.flat().filter(({ action }) => action === 'feed_disabled')).toHaveLength(50);
    expect(actions.flat().filter(({ action }) => action === 'cooldown_renewed')).toEqual([]);
    // One success and one failure each: no crawler polls a disabled feed again.
    const polls = countBy(site.requests.map(({ url }) => url ?? ''));
    expect([...polls.values()]).toEqual(Array.from({ length: 50 }, () => 2));
  }, 120_000);

  it('neither loses an outcome nor counts it twice when PostgreSQL is restarted during polls', async () => {
    const { stop, start, databases } = await openPostgres(open);
    const site = await open.site(respondWith(503), '0.0.0.0');
    const system = await open.system({
      databases,
      policyFile: { typed: { rules: { upstream_failure: { disableAfter: null } } } },
      crawlerEnv: { POLL_TICK_SECONDS: '3600' },
    });
    const load = await startPollLoad(system, site);
    try {
      await load.progress(3);
      await stop();
      await start();
      await load.progress(3);
    } finally {
      await load.stop();
    }
    await load.expectOutcomesToAgree();
  }, 120_000);
});

function countBy(values: string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return counts;
}

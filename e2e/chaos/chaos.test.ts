import { setTimeout as sleep } from 'node:timers/promises';
import { eventually, LEVEL, type LogLine } from '@feedwarden/test-kit';
import { afterEach, describe, expect, it } from '@jest/globals';
import { openResources } from '../support/open-resources.js';
import { chaoticWeb, type WebFeed } from './chaotic-web.js';
import { makeFaults } from './faults.js';
import { type Fleet, startFleet } from './fleet.js';
import { seededRandom } from './random.js';

const open = openResources(afterEach);

/** `npm run chaos` takes the long form; CHAOS_SEED repeats a run. */
const FAULTS = Number(process.env.CHAOS_FAULTS || 24);
const SEED = Number(process.env.CHAOS_SEED || 1);
const LOADS = 24;
/** The lease of a crawler that was killed last ends by then. */
const TAKEOVER_MS = 60_000;

type Feed = WebFeed & { id: string };

describe('three crawlers and two source-managers in chaos', () => {
  it(
    'lose no entry, store none twice, poll no host twice at once, switch only what must be, and recover alone',
    async () => {
      const web = chaoticWeb();
      const site = await open.site((request, response) => void web.respond(request, response), '0.0.0.0');
      const fleet = await startFleet(open);
      const feeds = await createFeeds(fleet, web.feeds, new URL(site.url).port);
      await eventually(() => pollAll(fleet, feeds), TAKEOVER_MS);
      const load = startLoad(fleet, feeds);
      let counts: Awaited<ReturnType<typeof makeFaults>>;
      try {
        counts = await makeFaults(fleet, seededRandom(SEED), FAULTS);
      } finally {
        await load.stop();
      }
      const healthyAfterMs = await untilHealthy(fleet);
      await eventually(() => pollAll(fleet, feeds), TAKEOVER_MS);

      for (const feed of feeds) await expectEveryEntryOnce(fleet, feed);
      expect(web.mostAtOnce()).toBe(1);
      for (const feed of feeds) await expectRightSwitches(fleet, feed);
      const lines: LogLine[] = fleet.members.flatMap(({ service }) => service.lines);
      expect(lines.filter(({ level }) => level > LEVEL.error)).toEqual([]);
      process.stderr.write(
        `chaos with seed ${SEED}: ${JSON.stringify(counts)}; ${site.requests.length} requests, ` +
          `${feeds.reduce((sum, { entries }) => sum + entries, 0)} entries; healthy ${healthyAfterMs} ms after the last fault\n`,
      );
    },
    FAULTS * 15_000 + 300_000,
  );
});

async function createFeeds(fleet: Fleet, webFeeds: WebFeed[], port: string): Promise<Feed[]> {
  const feeds: Feed[] = [];
  for (const feed of webFeeds) {
    const feedUrl = `http://${feed.host}:${port}${feed.path}`;
    const { id } = await fleet.sources.createSource({ name: feed.path, feedUrl });
    // The same object: the web goes on counting in it.
    feeds.push(Object.assign(feed, { id }));
  }
  return feeds;
}

/** Polls feeds without a pause, by any crawler; what a fault refuses is tried again later. */
function startLoad(fleet: Fleet, feeds: Feed[]) {
  let over = false;
  const loads = Array.from({ length: LOADS }, async (_, load) => {
    const random = seededRandom(1000 + load);
    while (!over) {
      const path = `/api/v1/feeds/${random.oneOf(feeds).id}/poll`;
      const answer = await fleet.ask(random.oneOf(fleet.crawlers()), 'POST', path).catch(() => null);
      if (answer?.status !== 200) await sleep(50);
    }
  });
  return {
    stop: async () => {
      over = true;
      await Promise.all(loads);
    },
  };
}

/** Each feed that is on is polled, and the latest response of the web is stored. */
async function pollAll(fleet: Fleet, feeds: Feed[]): Promise<void> {
  for (const [index, { id, kind }] of feeds.entries()) {
    if (kind === 'gone' && (await isDisabled(fleet, id))) continue;
    const crawler = fleet.crawlers()[index % fleet.crawlers().length];
    if (!crawler) throw new Error('there is no crawler');
    // A flaky feed succeeds once in three requests.
    for (let attempt = 1; ; attempt += 1) {
      const { status, body } = await fleet.ask(crawler, 'POST', `/api/v1/feeds/${id}/poll`);
      expect({ status, body }).toMatchObject({ status: 200 });
      if (kind === 'gone' || (body as { outcome: string }).outcome === 'stored') break;
      expect(attempt).toBeLessThan(4);
    }
  }
}

async function isDisabled(fleet: Fleet, id: string): Promise<boolean> {
  return (await fleet.sources.getSource(id)).feedDisabledAt !== null;
}

/** Ready, with nothing left to tell the other service. */
async function untilHealthy({ members }: Fleet): Promise<number> {
  const start = Date.now();
  await eventually(async () => {
    for (const { kind, url } of members) {
      const signal = AbortSignal.timeout(5_000);
      expect((await fetch(`${url}/readyz`, { signal })).status).toBe(200);
      if (kind === 'source-manager') continue;
      const metrics = await (await fetch(`${url}/metrics`, { signal })).text();
      expect(/^feedwarden_outbox_commands(?:\{[^}]*\})? (\d+)/m.exec(metrics)?.[1]).toBe('0');
    }
  }, 30_000);
  return Date.now() - start;
}

async function expectEveryEntryOnce(fleet: Fleet, { id, path, entries }: Feed): Promise<void> {
  const guids: string[] = [];
  const [crawler] = fleet.crawlers();
  if (!crawler) throw new Error('there is no crawler');
  for (let cursor = ''; ; ) {
    const query = `source_id=${id}&limit=500${cursor && `&cursor=${cursor}`}`;
    const { body } = await fleet.ask(crawler, 'GET', `/api/v1/posts?${query}`);
    const { items, nextCursor } = body as { items: { guid: string }[]; nextCursor: string | null };
    guids.push(...items.map(({ guid }) => guid));
    if (nextCursor === null) break;
    cursor = nextCursor;
  }
  const numbers = guids.map((guid) => Number(guid.replace('entry-', ''))).sort((a, b) => a - b);
  expect({ path, numbers }).toEqual({ path, numbers: Array.from({ length: entries }, (_, n) => n + 1) });
}

/** What is gone was disabled once, with its reason; nothing else was ever switched; both services agree on the streak. */
async function expectRightSwitches(fleet: Fleet, { id, kind, path }: Feed): Promise<void> {
  const [crawler] = fleet.crawlers();
  if (!crawler) throw new Error('there is no crawler');
  const { items } = await fleet.sources.listSourceEvents(id);
  // A poll by hand of a feed that is off is a probe, whose failure renews the cooldown.
  const switches = items
    .map(({ action }) => action)
    .filter((action) => action !== 'created' && action !== 'cooldown_renewed');
  expect({ path, switches }).toEqual({ path, switches: kind === 'gone' ? ['feed_disabled'] : [] });
  await eventually(async () => {
    const source = await fleet.sources.getSource(id);
    const { body } = await fleet.ask(crawler, 'GET', `/api/v1/feeds/${id}`);
    expect(source).toMatchObject({
      feedDisableReason: kind === 'gone' ? 'gone' : null,
      consecutiveFailures: (body as { consecutiveFailures: number }).consecutiveFailures,
    });
  }, 30_000);
}

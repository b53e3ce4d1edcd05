import type { FailureFact } from '@feedwarden/feed-health';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { sql } from 'drizzle-orm';
import type { PollOutcome } from '../src/poll/outcome.js';
import { failedPoll, unchangedPoll } from '../src/poll/testing/sample-feed.js';
import { createBlamedCrawler, letTimePass } from './blamed-crawler.js';
import { aSource, type CrawlerDatabase, openCrawlerDatabase } from './crawler-database.js';

let database: CrawlerDatabase;
beforeEach(async () => {
  database = await openCrawlerDatabase();
});
afterEach(() => database.close());

const refused: FailureFact = { kind: 'connection_refused', detail: 'connect ECONNREFUSED' };
const unresolved: FailureFact = { kind: 'dns_trouble', detail: 'getaddrinfo EAI_AGAIN' };

/** What the web answers: the last rule that fits the URL; otherwise all is well. */
function createWeb() {
  let rules: { fits: RegExp; outcome: PollOutcome }[] = [];
  return {
    read: (url: string): PollOutcome =>
      rules.findLast(({ fits }) => fits.test(url))?.outcome ?? unchangedPoll,
    fails: (fits: RegExp, fact: FailureFact | number) => void rules.push({ fits, outcome: failedPoll(fact) }),
    heals: () => {
      rules = [];
    },
  };
}

const feedsOf = (host: string, paths: string[]) =>
  paths.map((path) => aSource({ feedUrl: `https://${host}/${path}` }));
/** They are due at once. */
async function apply(sources: Parameters<CrawlerDatabase['apply']>[0]): Promise<void> {
  await database.apply(sources);
  await letTimePass(database, '0 minutes');
}

const numbered = (count: number, prefix = 'feed-') =>
  Array.from({ length: count }, (_, n) => `${prefix}${n}`);

const incidents = () =>
  database.db.execute<Record<string, unknown>>(
    sql`select scope, key, route, family, state, close_reason, feeds from incidents order by opened_at`,
  );
const failing = () =>
  database.db.execute(
    sql`select source_id from feeds where failing_since is not null or feed_disabled_at is not null`,
  );

describe('a good poll', () => {
  it('costs no statement more than without blame', async () => {
    await apply([aSource(), ...feedsOf('many.example', numbered(5))]);
    const counts: number[] = [];
    for (const isOn of [false, true, false, true]) {
      const crawler = createBlamedCrawler(database, { read: () => unchangedPoll, isOn });
      await crawler.takeTurns();
      counts.push(crawler.statements.length);
      await letTimePass(database, '1 hour');
    }
    expect(counts[1]).toBe(counts[0]);
    expect(counts[3]).toBe(counts[2]);
  });
});

describe('a crawler that is killed while an incident is open', () => {
  it('leaves it to the others: opened once, told once, closed by another', async () => {
    const web = createWeb();
    await apply(feedsOf('down.example', numbered(6)));
    const one = createBlamedCrawler(database, { ...web, name: 'one' });
    await one.takeTurns();
    web.fails(/down/, 503);
    await letTimePass(database, '1 hour');
    // It dies with the lease in its hands.
    const [lease] = await one.leases.claimDue(1);
    if (lease) await one.pollHost(lease);
    expect(await incidents()).toMatchObject([
      { scope: 'host', key: 'down.example', state: 'open', feeds: 6 },
    ]);

    const two = createBlamedCrawler(database, { ...web, name: 'two' });
    await two.takeTurns();
    expect(two.requests).toEqual([]);
    await letTimePass(database, '40 minutes');
    await database.db.execute(sql`update hosts set claimable_at = now() where owner = 'one'`);
    await two.blame.incidents.look();
    await two.takeTurns();
    expect(two.requests).toHaveLength(1);
    await one.blame.incidents.look();
    web.heals();
    await letTimePass(database, '40 minutes');
    await two.takeTurns();
    expect(await incidents()).toMatchObject([{ state: 'closed', close_reason: 'recovered' }]);
    const told = [...one.lines, ...two.lines]
      .map(({ msg }) => msg)
      .filter((msg) => msg.startsWith('host incident'));
    expect(told).toEqual(['host incident opened', 'host incident closed']);
    expect(await failing()).toEqual([]);
  });
});

describe('a feed that was disabled among healthy siblings', () => {
  it('stays disabled when its host fails later, and the others are not', async () => {
    const web = createWeb();
    const sources = feedsOf('gone.example', numbered(5));
    await apply(sources);
    const crawler = createBlamedCrawler(database, web);
    await crawler.takeTurns();
    web.fails(/feed-0/, 410);
    await letTimePass(database, '1 hour');
    await crawler.takeTurns();
    const disabled = () =>
      database.db.execute(sql`select source_id from feeds where feed_disabled_at is not null`);
    expect(await disabled()).toEqual([{ source_id: sources[0]?.id }]);
    web.fails(/gone/, 410);
    await letTimePass(database, '1 hour');
    await crawler.takeTurns();
    expect(await incidents()).toMatchObject([{ scope: 'host', family: 'missing', state: 'open' }]);
    expect(await disabled()).toEqual([{ source_id: sources[0]?.id }]);
  });
});

describe('a part of a host that fails', () => {
  it('is an incident of its route, and the others are polled as ever', async () => {
    const web = createWeb();
    await apply(feedsOf('hub.example', [...numbered(6, 'bird/'), ...numbered(6, 'video/')]));
    const crawler = createBlamedCrawler(database, web);
    await crawler.takeTurns();
    web.fails(/\/bird\//, 503);
    await letTimePass(database, '1 hour');
    await crawler.takeTurns();
    expect(await incidents()).toMatchObject([
      { scope: 'route', key: 'hub.example', route: 'bird', feeds: 6 },
    ]);
    expect(await failing()).toEqual([]);
    const before = crawler.requests.length;
    await letTimePass(database, '1 minute');
    await crawler.takeTurns();
    expect(crawler.requests.slice(before).filter((url) => url.includes('/bird/'))).toEqual([]);
    expect(crawler.requests.slice(before).filter((url) => url.includes('/video/'))).toHaveLength(6);
  });
});

describe('a host that counts our requests', () => {
  it('gets more time, and no feed is blamed', async () => {
    const web = createWeb();
    await apply(feedsOf('strict.example', numbered(4)));
    const crawler = createBlamedCrawler(database, web);
    await crawler.takeTurns();
    web.fails(/feed-[23]/, 429);
    await letTimePass(database, '5 minutes');
    await crawler.takeTurns();
    const [host] = await database.db.execute<{
      pace: { spacingMs: number; restMs: number };
      isHeld: boolean;
    }>(sql`select pace, held_until > now() + interval '4 minutes' as "isHeld" from hosts`);
    expect(host).toMatchObject({ pace: { spacingMs: 10_000, restMs: 300_000 }, isHeld: true });
    expect(await failing()).toEqual([]);
    expect(await incidents()).toEqual([]);
  });
});

describe('all hosts of a site', () => {
  it('are one incident, and its hosts wait when they are claimed', async () => {
    const web = createWeb();
    await apply(numbered(8).flatMap((name) => feedsOf(`${name}.site.example`, ['rss'])));
    const crawler = createBlamedCrawler(database, web);
    await crawler.takeTurns();
    web.fails(/site\.example/, 403);
    await letTimePass(database, '1 hour');
    await crawler.takeTurns();
    expect(await incidents()).toMatchObject([{ scope: 'site', key: 'site.example', state: 'open' }]);
    expect(crawler.requests).toHaveLength(8 + 5);
    expect(await failing()).toEqual([]);
    web.heals();
    for (let round = 0; round < 3; round += 1) {
      await letTimePass(database, '40 minutes');
      await crawler.takeTurns();
    }
    expect(await incidents()).toMatchObject([{ state: 'closed', close_reason: 'recovered' }]);
  });
});

describe.each([
  ['every connection is refused', refused],
  ['no name is resolved', unresolved],
])('our own network, when %s', (_how, fact) => {
  it('is offline: nothing counts, nothing is polled, and all is well when it is back', async () => {
    const web = createWeb();
    let isCut = false;
    await apply(numbered(9).map((name) => aSource({ feedUrl: `https://${name}.example/rss` })));
    const crawler = createBlamedCrawler(database, { ...web, reachHost: async () => !isCut });
    await crawler.takeTurns();
    isCut = true;
    web.fails(/./, fact);
    await letTimePass(database, '1 hour');
    const before = crawler.requests.length;
    await crawler.takeTurns();
    expect(crawler.blame.isOffline()).toBe(true);
    expect(crawler.requests.length - before).toBe(5);
    expect(await failing()).toEqual([]);
    const outages = () =>
      database.db.execute(sql`select state, to_at is null as "isOpen" from own_outages order by from_at`);
    expect(await outages()).toEqual([{ state: 'offline', isOpen: true }]);

    isCut = false;
    web.heals();
    await crawler.blame.senses.watch();
    expect(crawler.blame.isOffline()).toBe(false);
    expect(await outages()).toEqual([{ state: 'offline', isOpen: false }]);
    await letTimePass(database, '1 minute');
    await crawler.takeTurns();
    expect(crawler.requests.length - before).toBe(5 + 9);
    expect(await incidents()).toEqual([]);
  });
});

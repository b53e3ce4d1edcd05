import { DEFAULT_FAILURE_POLICIES } from '@feedwarden/contracts';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { eq, sql } from 'drizzle-orm';
import { createReadAroundFeed } from '../src/blame/store/explained-facts.js';
import { createExplainFeed } from '../src/feeds/explain-feed.js';
import { failedPoll, unchangedPoll } from '../src/poll/testing/sample-feed.js';
import { createFeedReader } from '../src/store/feed-store.js';
import { feeds, hosts } from '../src/store/schema.js';
import { createBlamedCrawler, letTimePass } from './blamed-crawler.js';
import { aSource, type CrawlerDatabase, openCrawlerDatabase } from './crawler-database.js';

let database: CrawlerDatabase;
beforeEach(async () => {
  database = await openCrawlerDatabase();
});
afterEach(() => database.close());

async function explained(id: string) {
  const reader = createFeedReader(database.db);
  const feed = await reader.find(id);
  if (!feed) throw new Error('no such feed');
  const explainFeed = createExplainFeed({
    readAround: createReadAroundFeed(database.db, 'default'),
    policies: () => DEFAULT_FAILURE_POLICIES,
    schedule: database.schedule,
    now: () => new Date(),
  });
  return explainFeed(feed, await reader.history(id));
}

const stored = async (id: string) => {
  const [row] = await database.db
    .select({ dueAt: feeds.dueAt, heldUntil: hosts.heldUntil })
    .from(feeds)
    .innerJoin(hosts, eq(hosts.host, feeds.host))
    .where(eq(feeds.sourceId, id));
  return { dueAt: row?.dueAt?.toISOString(), heldUntil: row?.heldUntil?.toISOString() };
};

describe('the explanation of a feed', () => {
  it('gives the time at which it is due, when it is healthy', async () => {
    const source = aSource();
    await database.apply([source]);
    await letTimePass(database, '0 minutes');
    await createBlamedCrawler(database, { read: () => unchangedPoll }).takeTurns();
    const { dueAt } = await stored(source.id);
    expect(await explained(source.id)).toMatchObject({
      state: 'scheduled',
      next: { at: dueAt, reason: 'interval', certain: true },
      evidence: [{ outcome: 'unchanged', blame: null }],
    });
  });

  it('gives the time until which its host is held, during an incident', async () => {
    const sources = ['a', 'b', 'c', 'd'].map((path) => aSource({ feedUrl: `https://down.example/${path}` }));
    await database.apply(sources);
    await letTimePass(database, '0 minutes');
    let isDown = false;
    const crawler = createBlamedCrawler(database, { read: () => (isDown ? failedPoll(403) : unchangedPoll) });
    await crawler.takeTurns();
    isDown = true;
    await letTimePass(database, '1 hour');
    await crawler.takeTurns();
    // Whoever was not asked as a witness is due, and waits.
    const [waiting] = await database.db.execute<{ id: string }>(
      sql`select source_id as id from feeds order by due_at limit 1`,
    );
    const { heldUntil } = await stored(waiting?.id ?? '');
    const explanation = await explained(waiting?.id ?? '');
    expect(explanation).toMatchObject({
      state: 'held',
      next: { at: heldUntil, reason: 'host_incident', certain: false },
      counters: { consecutiveFailures: 0, frozen: true },
    });
    expect(explanation.because.filter(({ decides }) => decides)).toHaveLength(1);
    expect(explanation.sentence).toContain('fails for all 4 feeds (http_403)');
  });

  it('names the rest of a host that counts our requests', async () => {
    const sources = ['a', 'b', 'c'].map((path) => aSource({ feedUrl: `https://strict.example/${path}` }));
    await database.apply(sources);
    await letTimePass(database, '0 minutes');
    let isDenied = false;
    const crawler = createBlamedCrawler(database, {
      read: () => (isDenied ? failedPoll(429) : unchangedPoll),
    });
    await crawler.takeTurns();
    isDenied = true;
    await letTimePass(database, '5 minutes');
    await crawler.takeTurns();
    const [waiting] = await database.db.execute<{ id: string }>(
      sql`select source_id as id from feeds order by due_at limit 1`,
    );
    const { heldUntil } = await stored(waiting?.id ?? '');
    expect((await explained(waiting?.id ?? '')).next).toEqual({
      at: heldUntil,
      reason: 'host_resting',
      certain: false,
    });
  });
});

import { DEFAULT_FAILURE_POLICIES } from '@feedwarden/contracts';
import type { Database } from '@feedwarden/service-kit';
import { captureLogs } from '@feedwarden/test-kit';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/postgres-js';
import type { PollOutcome } from '../src/poll/outcome.js';
import { createPollHost } from '../src/poll/poll-host.js';
import { createPollSource } from '../src/poll/poll-source.js';
import { createRecordOutcome } from '../src/poll/record-outcome.js';
import { forEveryType } from '../src/poll/testing/sample-feed.js';
import { createFeedReader, createPostponeFeed } from '../src/store/feed-store.js';
import { createHostLeases } from '../src/store/host-leases.js';
import { createWritePolls } from '../src/store/poll-store.js';
import { createPollWriter } from '../src/store/poll-writer.js';
import { feeds, hosts } from '../src/store/schema.js';
import { aSource, type CrawlerDatabase, openCrawlerDatabase } from './crawler-database.js';

let database: CrawlerDatabase;
beforeEach(async () => {
  database = await openCrawlerDatabase();
});
afterEach(() => database.close());

/** A crawler on the database whose statements are kept; it reads what the test says. */
function createCrawlerNamed(name: string, read: (sourceId: string) => Promise<PollOutcome>) {
  const statements: string[] = [];
  const { $client: client } = database.db as unknown as { $client: ReturnType<typeof drizzle>['$client'] };
  const db = drizzle(client, { logger: { logQuery: (query) => statements.push(query) } }) as Database;
  const { logger } = captureLogs();
  const { suspects, ...leases } = createHostLeases(db, name);
  const { find: findFeed, due: dueFeeds } = createFeedReader(db);
  const recordOutcome = createRecordOutcome({
    policies: () => DEFAULT_FAILURE_POLICIES,
    schedule: database.schedule,
    save: createPollWriter(createWritePolls(db, name), logger),
    findFeed,
    logger,
    maxArticleAgeDays: 7,
    movedAfterDays: 7,
    now: () => new Date(),
  });
  const pollSource = createPollSource({
    readers: forEveryType(({ sourceId }) => read(sourceId)),
    recordOutcome,
    suspects,
    stopwatch: () => 0,
  });
  const pollHost = createPollHost({
    dueFeeds,
    pollSource,
    postpone: createPostponeFeed(db),
    isOutage: () => false,
    delays: { byHost: new Map(), byType: new Map([['rss', 0]]) },
    logger,
  });
  const signals = { finishing: new AbortController().signal, abandoning: new AbortController().signal };
  /** One turn, from the claim to the release; how many statements it took. */
  const takeTurn = async (): Promise<number> => {
    const before = statements.length;
    for (const lease of await leases.claimDue(10)) {
      await pollHost(lease, signals);
      await leases.release(lease);
    }
    return statements.length - before;
  };
  return { takeTurn, statements };
}

const nothingNew: PollOutcome = { kind: 'unchanged', validators: null, statusCode: 304, bytes: 0 };
/** The crawler that reads this is never heard of again. */
const dies = () => new Promise<never>(() => {});

async function makeDue(): Promise<void> {
  await database.db.update(feeds).set({ dueAt: sql`now() - interval '1 minute'` });
  await database.db.update(hosts).set({ claimableAt: sql`now() - interval '1 minute'` });
}

async function readsOf(name: string, kill: string): Promise<string[]> {
  const read: string[] = [];
  const crawler = createCrawlerNamed(name, (sourceId) => {
    read.push(sourceId);
    return sourceId === kill ? dies() : Promise.resolve(nothingNew);
  });
  await Promise.race([crawler.takeTurn(), new Promise((resolve) => setTimeout(resolve, 1000))]);
  await makeDue();
  return read;
}

describe('a crawler that dies in a poll', () => {
  it('has read the feed twice, when it fails and the others of its host are polled', async () => {
    const [quiet, killer, last] = ['a', 'b', 'c'].map((path) =>
      aSource({ feedUrl: `https://same.example/${path}` }),
    );
    if (!quiet || !killer || !last) throw new Error('three sources');
    await database.apply([quiet, killer, last]);
    const ids = [quiet.id, killer.id, last.id];
    const orders = sql`('2026-01-01'::timestamptz + (right(${feeds.sourceId}::text, 12))::bigint * interval '1 s')`;
    await database.db.update(feeds).set({ dueAt: orders });

    expect(await readsOf('first', killer.id)).toContain(killer.id);
    expect(await readsOf('second', killer.id)).toContain(killer.id);
    const third = await readsOf('third', killer.id);
    expect(third).not.toContain(killer.id);
    expect(third.toSorted()).toEqual(ids.filter((id) => id !== killer.id));

    const { find } = createFeedReader(database.db);
    expect(await find(killer.id)).toMatchObject({
      health: {
        consecutiveFailures: 1,
        lastErrorType: 'parse_error',
        lastError: expect.stringContaining('died'),
      },
    });
    expect(await find(last.id)).toMatchObject({ health: { consecutiveFailures: 0 } });
    // From now on its crawler dies once at most before it fails again.
    expect(await readsOf('third', killer.id)).toContain(killer.id);
    expect(await readsOf('fourth', killer.id)).not.toContain(killer.id);
    expect(await find(killer.id)).toMatchObject({ health: { consecutiveFailures: 2 } });
  });
});

describe('the statements of a turn', () => {
  it('are no more than ever at an ordinary host, and two more for each poll after a crawler has died', async () => {
    await database.apply([aSource()]);
    const crawler = createCrawlerNamed('me', async () => nothingNew);
    const first = await crawler.takeTurn();
    await makeDue();
    const ordinary = await crawler.takeTurn();
    expect(ordinary).toBe(first);
    expect(crawler.statements.filter((one) => one.includes('set suspects'))).toEqual([]);

    await makeDue();
    await database.db.update(hosts).set({ owner: 'a crawler that died' });
    expect(await crawler.takeTurn()).toBe(ordinary + 2);
    await makeDue();
    expect(await crawler.takeTurn()).toBe(ordinary);
  });
});

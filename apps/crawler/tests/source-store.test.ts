import type { SourceClient } from '@feedwarden/client';
import { DEFAULT_FAILURE_POLICIES, type Source } from '@feedwarden/contracts';
import { createFaultLog } from '@feedwarden/service-kit';
import { captureLogs } from '@feedwarden/test-kit';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { sql } from 'drizzle-orm';
import { createSourceCommands } from '../src/follow/commands.js';
import { fakeClient } from '../src/follow/testing/fake-client.js';
import { createFeedReader } from '../src/store/feed-store.js';
import { createOutbox } from '../src/store/outbox.js';
import { feeds, sourceCommands } from '../src/store/schema.js';
import { aSource, type CrawlerDatabase, openCrawlerDatabase } from './crawler-database.js';

let crawler: CrawlerDatabase;
beforeEach(async () => {
  crawler = await openCrawlerDatabase();
});
afterEach(() => crawler.close());

const find = (id: string) => createFeedReader(crawler.db).find(id);
const dueAt = async () => (await crawler.db.select().from(feeds))[0]?.dueAt ?? null;
const DISABLED = { feedDisabledAt: '2026-01-01T00:00:00.000Z', feedDisableReason: 'gone' };

describe('following source-manager', () => {
  it('stores new sources as feeds that are due at once, with the cursor behind them', async () => {
    const source = aSource();
    await crawler.apply([source]);
    expect(await find(source.id)).toMatchObject({
      settings: { feedUrl: source.feedUrl },
      version: 1,
      health: { consecutiveFailures: 0 },
    });
    expect((await dueAt())?.getTime()).toBeLessThanOrEqual(Date.now());
    expect(await crawler.store.position()).toMatchObject({ cursor: 'c' });
  });

  it('makes a disabled source not due, and removes a deleted one', async () => {
    const source = aSource();
    await crawler.apply([source]);
    await crawler.apply([{ ...source, version: 2, enabled: false }]);
    expect(await dueAt()).toBeNull();
    await crawler.apply([], [source.id]);
    expect(await find(source.id)).toBeNull();
  });

  it('makes a source in its cooldown due exactly when the cooldown ends', async () => {
    await crawler.apply([aSource(DISABLED)]);
    expect(await dueAt()).toEqual(new Date('2026-01-04T00:00:00Z'));
  });

  it('derives all due times again when the policies change', async () => {
    await crawler.apply([aSource(DISABLED)]);
    const policies = structuredClone(DEFAULT_FAILURE_POLICIES);
    policies.typed.rules.gone.cooldownSeconds = 60;
    await crawler.follower(policies).apply([]);
    expect(await dueAt()).toEqual(new Date('2026-01-01T00:01:00Z'));
  });

  it('does not derive due times again after a restart with the same policies', async () => {
    await crawler.apply([aSource(DISABLED)]);
    await crawler.db.update(feeds).set({ dueAt: null });
    await crawler.follower().apply([]);
    expect(await dueAt()).toBeNull();
  });

  it('removes what nobody confirms after it has started over', async () => {
    const [kept, gone] = [aSource({ version: 7 }), aSource({ version: 7 })];
    await crawler.apply([kept, gone]);
    await crawler.store.startOver();
    expect(await crawler.store.position()).toMatchObject({ cursor: null });
    await crawler.apply([{ ...kept, version: 3, name: 'from the backup' }]);
    expect(await find(kept.id)).toMatchObject({ version: 3 });
    expect(await find(gone.id)).toBeNull();
  });

  it('follows sources again that were stored before a setting was known', async () => {
    const source = aSource({ version: 7, articleSelector: 'a.more' });
    await crawler.apply([source]);
    await crawler.follower().apply([], [], 'c2');
    expect(await crawler.store.position()).toMatchObject({ cursor: 'c2' });
    await crawler.db.execute(sql`update feeds set settings = settings - 'articleSelector'`);
    expect(await find(source.id)).toMatchObject({ settings: { articleSelector: null } });
    await crawler.follower().apply([source], [], 'c3');
    expect(await find(source.id)).toMatchObject({ version: 7, settings: { articleSelector: 'a.more' } });
  });
});

describe('following beside another crawler', () => {
  it('writes nothing of a page when the other has gone on from where it begins', async () => {
    const source = aSource();
    await crawler.apply([source]);
    const other = crawler.follower();
    await crawler.apply([source], [], 'c2', () => other.apply([], [source.id], 'd'));
    expect(await find(source.id)).toBeNull();
    expect(await crawler.store.position()).toMatchObject({ cursor: 'd' });
  });
});

describe('the outbox', () => {
  const commands = (sourceId: string, ...kinds: ('gone' | 'enable')[]) =>
    crawler.db.insert(sourceCommands).values(
      kinds.map((kind) => ({
        sourceId,
        command:
          kind === 'enable'
            ? { kind: 'enable_feed' as const, evidence: {} }
            : { kind: 'disable_feed' as const, reason: kind, evidence: {} },
        healthEpoch: 0,
        decidedAt: new Date(),
      })),
    );

  /** Delivers what is due in the outbox once. */
  async function deliver(client: Partial<SourceClient>): Promise<void> {
    const { db, store, applySources } = crawler;
    const { logger } = captureLogs();
    const loop = createSourceCommands({
      client: fakeClient(client),
      outbox: createOutbox(db),
      store,
      applySources,
      logger,
      faults: createFaultLog(logger),
      stopwatch: () => 0,
    });
    loop.start();
    await loop.stop();
  }
  const respondingWith = (source: Source): Partial<SourceClient> => ({
    disableFeed: async () => source,
    getSource: async () => source,
  });

  it('hands out the second command of a source only after the first is settled', async () => {
    const source = aSource();
    await crawler.apply([source]);
    await commands(source.id, 'gone', 'enable');
    await deliver(respondingWith({ ...source, version: 2, name: 'disabled' }));
    expect(await find(source.id)).toMatchObject({ version: 2, settings: { name: 'disabled' } });
    const outbox = createOutbox(crawler.db);
    expect(await outbox.take(10)).toMatchObject([
      { command: { kind: 'enable_feed' }, feedUrl: source.feedUrl },
    ]);
    expect(await outbox.take(10)).toEqual([]);
  });

  it('hands out the commands of several sources, each with its own URL', async () => {
    const [one, other] = [aSource(), aSource({ feedUrl: 'https://other.example/feed' })];
    await crawler.apply([one, other]);
    for (const { id } of [one, other]) await commands(id, 'gone');
    const taken = await createOutbox(crawler.db).take(10);
    const urls = Object.fromEntries(taken.map(({ sourceId, feedUrl }) => [sourceId, feedUrl]));
    expect(urls).toEqual({ [one.id]: one.feedUrl, [other.id]: other.feedUrl });
  });

  it('keeps our switch while a command is pending and older news arrive', async () => {
    const source = aSource();
    await crawler.apply([source]);
    await crawler.db.update(feeds).set({ feedDisabledAt: new Date(), feedDisableReason: 'gone' });
    await commands(source.id, 'gone');
    await crawler.apply([{ ...source, version: 2, name: 'renamed' }]);
    expect((await find(source.id))?.feedSwitch).toMatchObject({ reason: 'gone' });
  });

  it('drops a pending command when a person gives the source a fresh start', async () => {
    const source = aSource();
    await crawler.apply([source]);
    await commands(source.id, 'gone');
    await crawler.apply([{ ...source, version: 2, healthEpoch: 1 }]);
    expect(await crawler.db.select().from(sourceCommands)).toEqual([]);
  });

  it('keeps a command whose response is older than what we know', async () => {
    const source = aSource({ version: 5 });
    await crawler.apply([source]);
    await commands(source.id, 'gone');
    await deliver(respondingWith({ ...source, version: 4 }));
    expect(await crawler.db.select().from(sourceCommands)).toHaveLength(1);
    expect(await find(source.id)).toMatchObject({ version: 5 });
  });

  it('does not bring back a source that was deleted before the response arrives', async () => {
    const source = aSource();
    await crawler.apply([source]);
    await commands(source.id, 'gone');
    await deliver({
      disableFeed: async () => {
        await crawler.db.delete(feeds);
        return { ...source, version: 2 };
      },
    });
    expect(await find(source.id)).toBeNull();
    expect(await crawler.db.select().from(sourceCommands)).toEqual([]);
  });
});

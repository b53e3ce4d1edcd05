import { DEFAULT_FAILURE_POLICIES } from '@feedwarden/contracts';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { createSchedule } from '../src/poll/schedule.js';
import { createFeedReader } from '../src/store/feed-store.js';
import { createOutbox } from '../src/store/outbox.js';
import { feeds, sourceCommands } from '../src/store/schema.js';
import { createSourceReplica } from '../src/store/source-replica.js';
import { aSource, type CrawlerDatabase, openCrawlerDatabase } from './crawler-database.js';

let crawler: CrawlerDatabase;
beforeEach(async () => {
  crawler = await openCrawlerDatabase();
});
afterEach(() => crawler.close());

const find = (id: string) => createFeedReader(crawler.db).find(id);
const dueAt = async () => (await crawler.db.select().from(feeds))[0]?.dueAt ?? null;

describe('following source-manager', () => {
  it('given a page of changes, when applied, then feeds are known, due at once, and the cursor is kept', async () => {
    const source = aSource();
    await crawler.apply([source]);
    expect(await find(source.id)).toMatchObject({
      settings: { feedUrl: source.feedUrl },
      version: 1,
      health: { consecutiveFailures: 0 },
    });
    expect((await dueAt())?.getTime()).toBeLessThanOrEqual(Date.now());
    expect(await crawler.replica.position()).toMatchObject({ cursor: 'c' });
  });

  it('given a known source, when it is disabled or deleted, then it is not due or not there', async () => {
    const source = aSource();
    await crawler.apply([source]);
    await crawler.apply([{ ...source, version: 2, enabled: false }]);
    expect(await dueAt()).toBeNull();
    await crawler.apply([], [source.id]);
    expect(await find(source.id)).toBeNull();
  });

  it('given a cooldown, when the source is followed, then it is due exactly when the cooldown ends', async () => {
    await crawler.apply([aSource({ feedDisabledAt: '2026-01-01T00:00:00.000Z', feedDisableReason: 'gone' })]);
    expect(await dueAt()).toEqual(new Date('2026-01-04T00:00:00Z'));
  });

  it('given other policies, when due times are derived again, then they follow at once', async () => {
    await crawler.apply([aSource({ feedDisabledAt: '2026-01-01T00:00:00.000Z', feedDisableReason: 'gone' })]);
    const policies = structuredClone(DEFAULT_FAILURE_POLICIES);
    policies.typed.rules.gone.cooldownSeconds = 60;
    const replica = createSourceReplica(
      crawler.db,
      createSchedule(() => policies, { defaultIntervalMinutes: 30, maxFreshHours: 6 }),
    );
    await replica.reschedule('other policies');
    expect(await dueAt()).toEqual(new Date('2026-01-01T00:01:00Z'));
  });

  it('given a cursor of no use, when everything is asked anew, then what nobody confirms is removed', async () => {
    const [kept, gone] = [aSource({ version: 7 }), aSource({ version: 7 })];
    await crawler.apply([kept, gone]);
    await crawler.replica.startOver();
    expect(await crawler.replica.position()).toMatchObject({ cursor: null });
    await crawler.apply([{ ...kept, version: 3, name: 'from the backup' }]);
    await crawler.replica.removeUnconfirmed();
    expect(await find(kept.id)).toMatchObject({ version: 3 });
    expect(await find(gone.id)).toBeNull();
  });
});

describe('following beside another crawler', () => {
  it('given a page from where another crawler has gone on, when it is applied, then it changes nothing', async () => {
    const source = aSource();
    await crawler.apply([source]);
    await crawler.replica.apply(
      { changed: [], deleted: [source.id], from: 'c', cursor: 'd' },
      crawler.follow,
    );
    await crawler.replica.apply({ changed: [source], deleted: [], from: 'c', cursor: 'c2' }, crawler.follow);
    expect(await find(source.id)).toBeNull();
    expect(await crawler.replica.position()).toMatchObject({ cursor: 'd' });
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

  it('given two commands of one source, when taken, then the second waits until the first is settled', async () => {
    const source = aSource();
    await crawler.apply([source]);
    await commands(source.id, 'gone', 'enable');
    const outbox = createOutbox(crawler.db, crawler.schedule);
    const [first, ...rest] = await outbox.take(10);
    expect(rest).toEqual([]);
    expect(await outbox.take(10)).toEqual([]);
    if (first) await outbox.settle(first, { ...source, version: 2 }, crawler.follow);
    expect(await outbox.take(10)).toMatchObject([{ command: { kind: 'enable_feed' } }]);
  });

  it('given a pending command, when older news of the source arrives, then our switch stays as we decided', async () => {
    const source = aSource();
    await crawler.apply([source]);
    await crawler.db.update(feeds).set({ feedDisabledAt: new Date(), feedDisableReason: 'gone' });
    await commands(source.id, 'gone');
    await crawler.apply([{ ...source, version: 2, name: 'renamed' }]);
    expect((await find(source.id))?.feedSwitch).toMatchObject({ reason: 'gone' });
  });

  it('given a pending command, when a person starts the source afresh, then the command is dropped', async () => {
    const source = aSource();
    await crawler.apply([source]);
    await commands(source.id, 'gone');
    await crawler.apply([{ ...source, version: 2, healthEpoch: 1 }]);
    expect(await crawler.db.select().from(sourceCommands)).toEqual([]);
  });

  it('given an answer older than what we know, when settled, then nothing is done', async () => {
    const source = aSource({ version: 5 });
    await crawler.apply([source]);
    await commands(source.id, 'gone');
    const outbox = createOutbox(crawler.db, crawler.schedule);
    const [command] = await outbox.take(1);
    if (!command) throw new Error('nothing was taken');
    expect(await outbox.settle(command, { ...source, version: 4 }, crawler.follow)).toBe(false);
    expect(await crawler.db.select().from(sourceCommands)).toHaveLength(1);
  });

  it('given a source that was deleted meanwhile, when the late answer to its command arrives, then it does not come back', async () => {
    const source = aSource();
    await crawler.apply([source]);
    await commands(source.id, 'gone');
    const outbox = createOutbox(crawler.db, crawler.schedule);
    const [command] = await outbox.take(1);
    await crawler.db.delete(feeds);
    if (!command) throw new Error('nothing was taken');
    expect(await outbox.settle(command, { ...source, version: 2 }, crawler.follow)).toBe(true);
    expect(await find(source.id)).toBeNull();
    expect(await crawler.db.select().from(sourceCommands)).toEqual([]);
  });
});

import { DEFAULT_FAILURE_POLICIES } from '@feedwarden/contracts';
import { connectDatabase } from '@feedwarden/service-kit';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { count, eq, sql } from 'drizzle-orm';
import { sourceEvents } from '../src/audit/schema.js';
import { createBulkChange } from '../src/sources/change/bulk-change.js';
import { sources } from '../src/sources/schema.js';
import { hoursAgo, sampleSource } from './sample-source.js';
import { type SourceManagerUnderTest, startSourceManager } from './source-manager-under-test.js';

let manager: SourceManagerUnderTest;
let connection: ReturnType<typeof connectDatabase>;
beforeEach(async () => {
  manager = await startSourceManager();
  connection = connectDatabase(manager.databaseUrl, { name: 'test' });
});
afterEach(async () => {
  await connection.close();
  await manager.stop();
});

type Given = Partial<typeof sources.$inferInsert>;
const insert = (...given: Given[]) =>
  connection.db.insert(sources).values(given.map(sampleSource)).returning();
const many = (length: number, given: Given) =>
  insert(...Array.from({ length }, (_, n) => ({ ...given, name: `source ${n}` })));

const bulk = async (body: object) => (await manager.as()).post('/api/v1/sources/bulk').send(body);

async function counts() {
  const [row] = await connection.db
    .select({ all: count(), disabled: sql<number>`count(*) filter (where not enabled)::int` })
    .from(sources);
  const [events] = await connection.db.select({ events: count() }).from(sourceEvents);
  return { ...row, ...events };
}

describe('a change of many sources', () => {
  it('disables and enables more than a batch, each once with one event', async () => {
    await many(1201, { feedUrl: 'https://many.example/feed' });
    await many(3, { feedUrl: 'https://other.example/feed' });
    const filter = { host: 'MANY.example' };
    const off = await bulk({ action: 'disable', filter });
    expect(off.body).toMatchObject({ dryRun: false, matched: 1201, changed: 1201 });
    expect(off.body.sample).toHaveLength(10);
    expect(await counts()).toEqual({ all: 1204, disabled: 1201, events: 1201 });
    const again = await bulk({ action: 'disable', filter });
    expect(again.body).toEqual({ dryRun: false, matched: 1201, changed: 0, groupId: null, sample: [] });
    expect((await bulk({ action: 'enable', filter: { ...filter, enabled: false } })).body.changed).toBe(1201);
    expect(await counts()).toEqual({ all: 1204, disabled: 0, events: 2402 });
    const versions = await connection.db.selectDistinct({ version: sources.version }).from(sources);
    expect(versions.map(({ version }) => version).sort()).toEqual([1, 3]);
  });

  it('enables burdened sources just as a patch does', async () => {
    const burden: Given = {
      enabled: false,
      disabledReason: 'words',
      consecutiveFailures: 7,
      lastFailureType: 'permanent',
      lastErrorType: 'not_found',
      lastError: 'HTTP 404',
      failingSince: hoursAgo(70),
      lastPolledAt: hoursAgo(1),
      quarantinedAt: hoursAgo(2),
      feedDisabledAt: hoursAgo(3),
      healthEpoch: 4,
      pollDelaySeconds: 0.5,
      aggregate: true,
    };
    const kinds = [{ feedDisableReason: 'not_found' }, { feedDisableReason: 'manual' }];
    const patched = await insert(...kinds.map((kind) => ({ ...burden, ...kind, type: 'rss' as const })));
    const bulked = await insert(...kinds.map((kind) => ({ ...burden, ...kind, type: 'website' as const })));
    const api = await manager.as();
    for (const { id } of patched) await api.patch(`/api/v1/sources/${id}`).send({ enabled: true });
    await bulk({ action: 'enable', filter: { type: ['website'] } });
    const told = async (id: string) => {
      const { body } = await api.get(`/api/v1/sources/${id}`);
      const { body: events } = await api.get(`/api/v1/sources/${id}/events`);
      const [event] = events.items;
      // Due at once: at the moment of the change.
      const nextPollAt = body.nextPollAt && 'at once';
      return {
        ...body,
        nextPollAt,
        type: '',
        id: '',
        updatedAt: '',
        event: { ...event, id: '', sourceId: '', at: '', groupId: '' },
      };
    };
    for (const [n] of kinds.entries())
      expect(await told(bulked[n]?.id ?? '')).toEqual({
        ...(await told(patched[n]?.id ?? '')),
        createdAt: bulked[n]?.createdAt.toISOString(),
      });
    const { body } = await api.get(`/api/v1/sources/${bulked[0]?.id}`);
    expect(body).toMatchObject({ status: 'healthy', healthEpoch: 5, pollDelaySeconds: 0.5, aggregate: true });
  });

  it('only reports what would happen, in a dry run', async () => {
    await many(2, {});
    await many(1, { enabled: false });
    const { body } = await bulk({ action: 'disable', filter: { all: true }, dryRun: true });
    expect(body).toMatchObject({ dryRun: true, matched: 3, changed: 2 });
    expect(body.sample).toHaveLength(2);
    expect(await counts()).toEqual({ all: 3, disabled: 1, events: 0 });
  });

  it('does the rest on a retry, given a caller who left half-way', async () => {
    await many(700, {});
    const changeMany = createBulkChange(connection.db, DEFAULT_FAILURE_POLICIES);
    const request = { action: 'disable' as const, filter: { all: true as const }, dryRun: false };
    expect((await changeMany(request, 'ann', AbortSignal.abort())).changed).toBe(500);
    expect(await counts()).toEqual({ all: 700, disabled: 500, events: 500 });
    expect((await bulk(request)).body).toMatchObject({ matched: 700, changed: 200 });
    expect(await counts()).toEqual({ all: 700, disabled: 700, events: 700 });
  });

  it('reaches a follower of the changes once per source', async () => {
    await many(600, { changeSeq: 0 });
    const api = await manager.as();
    const seen: string[] = [];
    const start = await api.get('/api/v1/sources/changes?limit=500');
    let { nextCursor } = (await api.get(`/api/v1/sources/changes?cursor=${start.body.nextCursor}`)).body;
    await bulk({ action: 'disable', filter: { feed_active: true } });
    for (let more = true; more; ) {
      const { body } = await api.get(`/api/v1/sources/changes?cursor=${nextCursor}`);
      seen.push(...body.items.map((item: { source: { id: string } }) => item.source.id));
      ({ nextCursor, more } = body);
    }
    expect([seen.length, new Set(seen).size]).toEqual([600, 600]);
  });

  it.each([
    ['no filter', { action: 'disable' }, 'filter'],
    ['an empty filter', { action: 'disable', filter: {} }, 'filter'],
    ['all and a filter', { action: 'disable', filter: { all: true, q: 'x' } }, 'filter'],
    ['all: false', { action: 'disable', filter: { all: false } }, 'filter.all'],
    ['a filter nobody knows', { action: 'disable', filter: { colour: 'red' } }, 'filter.colour'],
    ['a status nobody knows', { action: 'disable', filter: { status: 'broken' } }, 'filter.status'],
    ['an action nobody knows', { action: 'delete', filter: { all: true } }, 'action'],
  ])('responds 400 and changes nothing, given %s', async (_given, body, field) => {
    const [row] = await insert({});
    const answer = await bulk(body);
    expect([answer.status, answer.body.errors?.[0].field]).toEqual([400, field]);
    const [now] = await connection.db
      .select()
      .from(sources)
      .where(eq(sources.id, row?.id ?? ''));
    expect(now).toEqual(row);
  });

  it('responds 403 to a token that may only read', async () => {
    const api = await manager.as('sources:read', 'feeds:toggle');
    const answer = await api.post('/api/v1/sources/bulk').send({ action: 'disable', filter: { all: true } });
    expect(answer.status).toBe(403);
  });
});

describe('what a change of many has changed', () => {
  const undo = async (groupId: string) =>
    (await manager.as()).post('/api/v1/sources/bulk/undo').send({ groupId });
  const all = () => connection.db.select().from(sources).orderBy(sources.name);
  const settled = (rows: (typeof sources.$inferSelect)[]) =>
    rows.map(({ version, updatedAt, changeSeq, healthEpoch, nextPollAt, nextPollReason, ...rest }) => rest);

  it('is one group of events, and is undone as it was, and again', async () => {
    await many(700, { feedUrl: 'https://many.example/feed', consecutiveFailures: 2, lastErrorType: 'gone' });
    const asItWas = settled(await all());
    const { body } = await bulk({ action: 'disable', filter: { all: true } });
    const events = await connection.db.selectDistinct({ groupId: sourceEvents.groupId }).from(sourceEvents);
    expect(events).toEqual([{ groupId: body.groupId }]);

    const undone = await undo(body.groupId);
    expect(undone.body).toMatchObject({ undone: 700, changedSince: 0 });
    expect(settled(await all())).toEqual(asItWas);
    expect((await undo(body.groupId)).status).toBe(404);

    await undo(undone.body.groupId);
    expect(await counts()).toMatchObject({ all: 700, disabled: 700 });
  });

  it.each([
    ['enable', { enabled: false, disabledReason: 'words', quarantinedAt: hoursAgo(3) }],
    ['feed-enable', { feedDisabledAt: hoursAgo(3), feedDisableReason: 'gone', consecutiveFailures: 4 }],
    ['release', { quarantinedAt: hoursAgo(3), feedDisabledAt: hoursAgo(2), feedDisableReason: 'gone' }],
    ['set', { pollIntervalMinutes: 60 }],
  ] as const)('is put back after %s, with its times', async (action, given) => {
    await many(2, { feedUrl: 'https://many.example/feed', ...given });
    const asItWas = settled(await all());
    const set = action === 'set' ? { set: { pollIntervalMinutes: 5, failurePolicy: 'quarantine' } } : {};
    const { body } = await bulk({ action, filter: { host: 'many.example' }, ...set });
    expect(body).toMatchObject({ changed: 2, groupId: expect.any(String) });
    expect(settled(await all())).not.toEqual(asItWas);
    expect((await undo(body.groupId)).body).toMatchObject({ undone: 2 });
    expect(settled(await all())).toEqual(asItWas);
  });

  it('stays where somebody has changed the source since', async () => {
    const [one, other] = await many(2, { feedUrl: 'https://many.example/feed' });
    const { body } = await bulk({ action: 'disable', filter: { ids: [one?.id, other?.id] } });
    await (await manager.as()).patch(`/api/v1/sources/${one?.id}`).send({ name: 'renamed' }).expect(200);
    expect((await undo(body.groupId)).body).toMatchObject({ undone: 1, changedSince: 1 });
    expect(await counts()).toMatchObject({ disabled: 1 });
  });

  it('is not guessed: set and its fields go together', async () => {
    expect((await bulk({ action: 'set', filter: { all: true } })).status).toBe(400);
    expect(
      (await bulk({ action: 'enable', set: { pollIntervalMinutes: 5 }, filter: { all: true } })).status,
    ).toBe(400);
    expect((await undo('6f1c2f0e-8f2b-4a55-9a53-2f7a5d0c9a11')).status).toBe(404);
  });
});

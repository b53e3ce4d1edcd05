import { randomUUID } from 'node:crypto';
import type { SourceHealth } from '@feedwarden/contracts';
import { connectDatabase } from '@feedwarden/service-kit';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { eq } from 'drizzle-orm';
import { tickChangeClock } from '../src/sources/follow/change-clock.js';
import { sources } from '../src/sources/schema.js';
import { sampleSource } from './sample-source.js';
import { type SourceManagerUnderTest, startSourceManager } from './source-manager-under-test.js';
import { waitUntilBlocked } from './wait-until-blocked.js';

let manager: SourceManagerUnderTest;
let connection: ReturnType<typeof connectDatabase>;
let id: string;
beforeAll(async () => {
  manager = await startSourceManager();
  connection = connectDatabase(manager.databaseUrl, { name: 'test' });
});
afterAll(async () => {
  await connection.close();
  await manager.stop();
});
beforeEach(async () => {
  [id = ''] = await insert(1);
});

async function insert(count: number): Promise<string[]> {
  const rows = await connection.db
    .insert(sources)
    .values(Array.from({ length: count }, () => sampleSource()))
    .returning({ id: sources.id });
  return rows.map((row) => row.id);
}

const FAILED = {
  consecutiveFailures: 2,
  lastFailureType: 'permanent',
  lastErrorType: 'not_found',
  lastError: 'HTTP 404',
  lastPolledAt: '2026-03-01T12:00:00.000Z',
  lastSuccessAt: '2026-03-01T10:00:00.000Z',
  failingSince: '2026-03-01T11:00:00.000Z',
  nextPollAt: '2026-03-01T16:00:00.000Z',
  nextPollReason: 'backoff',
} as const;
const SUCCEEDED = {
  consecutiveFailures: 0,
  lastFailureType: null,
  lastErrorType: null,
  lastError: null,
  lastPolledAt: '2026-03-01T13:00:00.000Z',
  lastSuccessAt: '2026-03-01T13:00:00.000Z',
  failingSince: null,
  nextPollAt: '2026-03-01T14:00:00.000Z',
  nextPollReason: 'interval',
} as const;

const about = (sourceId: string, given: Partial<SourceHealth> = {}): SourceHealth => ({
  sourceId,
  healthEpoch: 0,
  proposedFeedUrl: null,
  proposedSince: null,
  ...FAILED,
  ...given,
});
const send = async (reports: object[]) =>
  (await manager.as('crawler')).post('/api/v1/sources/health').send({ reports });
const read = async () => (await (await manager.as()).get(`/api/v1/sources/${id}`)).body;

describe('a health report', () => {
  it('shows the failures of a source and changes nothing else', async () => {
    const before = await read();
    const { status, body } = await send([about(id)]);
    expect([status, body]).toEqual([200, { applied: 1 }]);
    expect(await read()).toEqual({ ...before, ...FAILED, status: 'failing' });
  });

  it('makes a failing source healthy by a success', async () => {
    await send([about(id)]);
    expect((await send([about(id, SUCCEEDED)])).body).toEqual({ applied: 1 });
    expect(await read()).toMatchObject({ ...SUCCEEDED, status: 'healthy' });
  });

  it.each([
    ['an older one', { ...FAILED, lastPolledAt: '2026-03-01T12:59:59.999Z' }],
    ['one of a source that was never polled', { ...FAILED, lastPolledAt: null }],
    ['one of another epoch', { ...FAILED, healthEpoch: 1, lastPolledAt: '2026-03-01T14:00:00Z' }],
    ['the same again', SUCCEEDED],
  ])('is not applied, given %s', async (_title, late) => {
    await send([about(id, SUCCEEDED)]);
    const before = await read();
    expect((await send([about(id, late)])).body).toEqual({ applied: 0 });
    expect(await read()).toEqual(before);
  });

  it('is not applied if it is from before a fresh start', async () => {
    const api = await manager.as();
    await api.patch(`/api/v1/sources/${id}`).send({ feedUrl: 'https://new.example/' });
    expect((await send([about(id)])).body).toEqual({ applied: 0 });
    expect(await read()).toMatchObject({ status: 'healthy', consecutiveFailures: 0 });
    expect((await send([about(id, { healthEpoch: 1 })])).body).toEqual({ applied: 1 });
  });

  it('shows the next poll and its reason, also of a source that was never polled', async () => {
    const waiting = { nextPollAt: '2126-03-01T12:00:00.000Z', nextPollReason: 'start' } as const;
    const never = { consecutiveFailures: 0, lastPolledAt: null, lastSuccessAt: null, failingSince: null };
    const report = about(id, {
      ...never,
      lastFailureType: null,
      lastErrorType: null,
      lastError: null,
      ...waiting,
    });
    expect((await send([report])).body).toEqual({ applied: 1 });
    expect(await read()).toMatchObject({ ...waiting, lastPolledAt: null });
    const later = { ...report, nextPollAt: '2126-03-01T13:00:00.000Z' };
    expect((await send([later])).body).toEqual({ applied: 1 });
    expect((await send([later])).body).toEqual({ applied: 0 });
  });

  it.each([
    ['/feed-disable', { reason: 'manual' }, { nextPollAt: null, nextPollReason: 'manually_disabled' }],
    ['/quarantine', { reason: 'odd' }, { nextPollAt: null, nextPollReason: 'quarantined' }],
    ['', { enabled: false }, { nextPollAt: null, nextPollReason: 'source_disabled' }],
    ['', { feedUrl: null }, { nextPollAt: null, nextPollReason: 'no_feed' }],
  ])('does not bring back the next poll of a source that %s %j has stopped', async (way, body, stopped) => {
    await send([about(id)]);
    const { healthEpoch, ...changed } = (
      await (await manager.as()).patch(`/api/v1/sources/${id}${way}`).send(body)
    ).body;
    expect(changed).toMatchObject(stopped);
    const lastPolledAt = '2026-03-01T15:00:00.000Z';
    expect((await send([about(id, { healthEpoch, lastPolledAt })])).body).toEqual({ applied: 1 });
    expect(await read()).toMatchObject({ lastPolledAt, ...stopped });
  });

  it('leaves the next poll of a cooling feed at the end of its cooldown, and of a released one at once', async () => {
    const api = await manager.as();
    const { body: cooling } = await api.patch(`/api/v1/sources/${id}/feed-disable`).send({ reason: 'gone' });
    expect(cooling).toMatchObject({ nextPollAt: cooling.feedRetryAt, nextPollReason: 'cooldown' });
    const { body: enabled } = await api.patch(`/api/v1/sources/${id}/feed-enable`).send({});
    expect(enabled).toMatchObject({ nextPollAt: expect.any(String), nextPollReason: 'start' });
  });

  it('is applied, given unknown sources in the same batch', async () => {
    expect((await send([about(randomUUID()), about(id), about(randomUUID())])).body).toEqual({ applied: 1 });
    expect(await read()).toMatchObject(FAILED);
  });

  it('is superseded by a newer one in the same batch', async () => {
    expect((await send([about(id, SUCCEEDED), about(id)])).body).toEqual({ applied: 1 });
    expect(await read()).toMatchObject(SUCCEEDED);
  });

  it('is applied, given an earlier one from a clock that was ahead', async () => {
    const ahead = '2999-01-01T00:00:00.000Z';
    await send([about(id, { lastPolledAt: ahead, lastSuccessAt: ahead, failingSince: ahead })]);
    const { lastPolledAt, lastSuccessAt, failingSince } = await read();
    for (const time of [lastPolledAt, lastSuccessAt, failingSince])
      expect(Date.parse(time)).toBeLessThanOrEqual(Date.now() + 60_000);
    const inTime = new Date(Date.parse(lastPolledAt) + 1).toISOString();
    expect((await send([about(id, { ...SUCCEEDED, lastPolledAt: inTime })])).body).toEqual({ applied: 1 });
    expect(await read()).toMatchObject({ status: 'healthy', lastPolledAt: inTime });
  });

  it('is applied, given a time of polling in the database that is ahead', async () => {
    const lastPolledAt = new Date('2999-01-01T00:00:00Z');
    await connection.db.update(sources).set({ lastPolledAt }).where(eq(sources.id, id));
    expect((await send([about(id)])).body).toEqual({ applied: 1 });
  });

  it('is applied, given an error text that PostgreSQL cannot hold', async () => {
    const { status } = await send([about(id, { lastError: 'bad \0 bytes \ud800' })]);
    expect(status).toBe(200);
    expect((await read()).lastError).toBe('bad  bytes \uFFFD');
  });

  it('is not reported to those who follow the changes', async () => {
    const api = await manager.as('crawler');
    const all = (await api.get('/api/v1/sources/changes?limit=500')).body;
    await send([about(id)]);
    const { body } = await api.get(`/api/v1/sources/changes?limit=500&cursor=${all.nextCursor}`);
    expect(body.items).toEqual([]);
  });

  it('does not wait for a change that holds the clock', async () => {
    await connection.db.transaction(async (tx) => {
      await tickChangeClock(tx);
      expect((await send([about(id)])).body).toEqual({ applied: 1 });
    });
  });

  it('waits for a fresh start that is about to commit, and is not applied', async () => {
    let report: ReturnType<typeof send> | undefined;
    await connection.db.transaction(async (tx) => {
      await tx.update(sources).set({ healthEpoch: 1 }).where(eq(sources.id, id));
      report = send([about(id)]);
      await waitUntilBlocked(connection.db);
    });
    expect((await report)?.body).toEqual({ applied: 0 });
    expect(await read()).toMatchObject({ consecutiveFailures: 0, healthEpoch: 1 });
  });

  it('is accepted in a full batch of long errors, and refused in a larger one', async () => {
    const ids = await insert(500);
    const reports = ids.map((sourceId) => about(sourceId, { lastError: 'x'.repeat(2000) }));
    expect((await send(reports)).body).toEqual({ applied: 500 });
    const refused = await send([...reports, about(id)]);
    expect(refused.status).toBe(400);
    expect(refused.body.errors[0].field).toBe('reports');
  });

  it('is applied from batches that overlap in different orders at once', async () => {
    const ids = await insert(200);
    const batch = (order: string[], minute: number) =>
      send(order.map((each) => about(each, { lastPolledAt: `2026-03-02T12:${10 + minute}:00Z` })));
    for (let minute = 0; minute < 10; minute += 1) {
      const answers = await Promise.all([batch(ids, minute), batch([...ids].reverse(), minute)]);
      expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    }
  });

  it.each([
    ['no reports', [], 'reports'],
    [
      'a count below zero',
      [about(randomUUID(), { consecutiveFailures: -1 })],
      'reports.0.consecutiveFailures',
    ],
    ['a field nobody knows', [{ ...about(randomUUID()), mood: 'bad' }], 'reports.0.mood'],
  ])('responds 400 naming the field, given %s', async (_title, reports, field) => {
    const answer = await send(reports);
    expect(answer.status).toBe(400);
    expect(answer.body.errors[0].field).toBe(field);
  });

  it('is refused with another scope or no token', async () => {
    const body = { reports: [about(id)] };
    const other = await manager.as('feeds:toggle', 'sources:read', 'sources:write');
    expect((await other.post('/api/v1/sources/health').send(body)).status).toBe(403);
    expect((await manager.anonymous.post('/api/v1/sources/health').send(body)).status).toBe(401);
    expect((await read()).lastPolledAt).toBeNull();
  });
});

import type { Source } from '@feedwarden/contracts';
import { connectDatabase } from '@feedwarden/service-kit';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { sources } from '../src/sources/schema.js';
import { hoursAgo, sampleSource } from './sample-source.js';
import { type SourceManagerUnderTest, startSourceManager } from './source-manager-under-test.js';

let manager: SourceManagerUnderTest;
beforeAll(async () => {
  manager = await startSourceManager();
  const { db, close } = connectDatabase(manager.databaseUrl, { name: 'test' });
  const [early, late] = [hoursAgo(5), hoursAgo(2)];
  const disabled = (feedDisableReason: string, feedDisabledAt: Date) => ({
    feedDisableReason,
    feedDisabledAt,
  });
  const healths: Partial<typeof sources.$inferInsert>[] = [
    { ...disabled('gone', early), quarantinedAt: late, lastSuccessAt: early },
    { ...disabled('upstream_failure', late), quarantinedAt: late, lastSuccessAt: late },
    { ...disabled('manual', late), lastPolledAt: early, lastSuccessAt: late },
    { ...disabled('gone', early), lastPolledAt: late, lastSuccessAt: early, nextPollAt: early },
    { lastPolledAt: late, nextPollAt: early },
    ...[1, 1, 1, 2, 9].map((consecutiveFailures) => ({
      consecutiveFailures,
      lastPolledAt: late,
      failingSince: consecutiveFailures > 1 ? early : late,
      lastErrorType: consecutiveFailures > 1 ? ('gone' as const) : ('network' as const),
      lastFailureType: consecutiveFailures > 1 ? ('permanent' as const) : ('transient' as const),
      nextPollAt: consecutiveFailures > 1 ? late : null,
    })),
  ];
  // Some share the time of their creation, too.
  await db.insert(sources).values(
    healths.map((health, n) =>
      sampleSource({
        ...health,
        name: `${'äbcb'[n % 4]} ${'長'.repeat(198)}`,
        createdAt: hoursAgo(10 - Math.floor(n / 3)),
        updatedAt: hoursAgo(10 - Math.floor(n / 4)),
      }),
    ),
  );
  await close();
});
afterAll(() => manager.stop());

async function readAll(query: string): Promise<Source[]> {
  const api = await manager.as('sources:read');
  const items: Source[] = [];
  let cursor: string | null = '';
  while (cursor !== null) {
    const { body }: { body: { items: Source[]; nextCursor: string | null } } = await api.get(
      `/api/v1/sources?limit=2&${query}${cursor && `&cursor=${cursor}`}`,
    );
    items.push(...body.items);
    cursor = body.nextCursor;
  }
  return items;
}

const SORTS = [
  { sort: 'createdAt', count: 10 },
  { sort: 'updatedAt', count: 10 },
  { sort: 'name', count: 10 },
  { sort: 'failingSince', count: 5 },
  { sort: 'consecutiveFailures', count: 5 },
  { sort: 'lastPolledAt', count: 8 },
  { sort: 'lastSuccessAt', count: 4 },
  { sort: 'nextPollAt', count: 4 },
  { sort: 'feedRetryAt', count: 3 },
  { sort: 'feedDisabledAt', count: 4 },
  { sort: 'quarantinedAt', count: 2 },
] as const;

describe('a sorted list', () => {
  it.each(SORTS)('has every source with a $sort once and in order, despite ties', async ({ sort, count }) => {
    const items = await readAll(`sort=${sort}`);
    expect(new Set(items.map(({ id }) => id)).size).toBe(count);
    expect(items).toHaveLength(count);
    const keys = items.map((source) => [source[sort], source.id] as const);
    const ordered = [...keys].sort(([a, idA], [b, idB]) =>
      a === b ? compare(idA, idB) : compare(a as string, b as string),
    );
    expect(keys).toEqual(ordered);
  });

  it.each(SORTS)('is reversed by a minus before $sort', async ({ sort }) => {
    const forwards = await readAll(`sort=${sort}`);
    expect(await readAll(`sort=-${sort}`)).toEqual(forwards.reverse());
  });

  it('goes through the statuses in their order, and back', async () => {
    const items = await readAll('sort=status');
    expect(items.map(({ status }) => status)).toEqual([
      'healthy',
      ...Array(5).fill('failing'),
      'cooling_down',
      ...Array(2).fill('quarantined'),
      'disabled',
    ]);
    expect(await readAll('sort=-status')).toEqual(items.reverse());
  });

  it.each([
    ['error_type=gone', 2],
    ['error_type=gone,network', 5],
    ['failure_type=transient', 3],
    ['error_type=gone&failure_type=transient', 0],
  ])('finds the failures of %s', async (query, count) => {
    expect(await readAll(query)).toHaveLength(count);
  });

  it('holds only what its filter matches', async () => {
    const items = await readAll('status=failing&sort=-consecutiveFailures');
    expect(items.map((source) => source.consecutiveFailures)).toEqual([9, 2, 1, 1, 1]);
  });

  it.each([
    ['createdAt', 'lastPolledAt'],
    ['consecutiveFailures', '-consecutiveFailures'],
    ['lastPolledAt', 'consecutiveFailures'],
  ])('responds 400 naming the cursor, given one of %s used with %s', async (one, other) => {
    const api = await manager.as('sources:read');
    const { body } = await api.get(`/api/v1/sources?limit=2&sort=${one}`);
    const answer = await api.get(`/api/v1/sources?limit=2&sort=${other}&cursor=${body.nextCursor}`);
    expect(answer.status).toBe(400);
    expect(answer.body.errors[0].field).toBe('cursor');
  });

  it.each([
    { sort: 'name', end: 'a\u0000' },
    { sort: 'createdAt', end: '0000-01-01T00:00:00Z' },
    { sort: 'failingSince', end: '2026-02-30T00:00:00Z' },
    { sort: 'consecutiveFailures', end: 2 ** 31 },
    { sort: 'status', end: 'healthy' },
    { sort: 'nextPollAt', end: 'soon' },
  ])('responds 400 naming the cursor, given one of $sort made up to end at $end', async ({ sort, end }) => {
    const made = JSON.stringify([sort, end, '6f1c2f0e-8f2b-4a55-9a53-2f7a5d0c9a11']);
    const cursor = Buffer.from(made).toString('base64url');
    const answer = await (await manager.as()).get(`/api/v1/sources?sort=${sort}&cursor=${cursor}`);
    expect(answer.status).toBe(400);
    expect(answer.body.errors[0].field).toBe('cursor');
  });

  it('responds 400 naming the parameter, given an unknown order', async () => {
    const answer = await (await manager.as()).get('/api/v1/sources?sort=colour');
    expect(answer.status).toBe(400);
    expect(answer.body.errors[0].field).toBe('sort');
  });
});

const compare = (a: string | number, b: string | number) => (a < b ? -1 : a > b ? 1 : 0);

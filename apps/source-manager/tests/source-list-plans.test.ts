import { DEFAULT_FAILURE_POLICIES, type SourceQuery, sourceQuerySchema } from '@feedwarden/contracts';
import { type Connection, connectDatabase } from '@feedwarden/service-kit';
import { createTestDatabase, type TestDatabase } from '@feedwarden/test-kit';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { sql } from 'drizzle-orm';
import { selectSources } from '../src/sources/list/list-sources.js';
import { type IndexedSort, sourceOrders } from '../src/sources/list/source-orders.js';
import { fillSources } from './fill-sources.js';

let database: TestDatabase;
let connection: Connection;
beforeAll(async () => {
  database = await createTestDatabase('source-manager');
  connection = connectDatabase(database.url, { name: 'test' });
  await fillSources(connection.db, 20_000);
});
afterAll(async () => {
  await connection.close();
  await database.drop();
});

const policies = DEFAULT_FAILURE_POLICIES;
const END: Partial<Record<IndexedSort, unknown>> = { name: 'Source 15', consecutiveFailures: 2 };

async function planOf(query: Partial<SourceQuery>, by: IndexedSort, fromEnd = false): Promise<string> {
  const value = END[by] ?? new Date().toISOString();
  const end = fromEnd ? ([value, '6f1c2f0e-8f2b-4a55-9a53-2f7a5d0c9a11'] as const) : null;
  const order = sourceOrders(policies)[by];
  const selection = { ...sourceQuerySchema.parse({}), ...query, order, end };
  const statement = selectSources(connection.db, policies, selection).getSQL();
  const lines = await connection.db.execute<{ 'QUERY PLAN': string }>(sql`explain ${statement}`);
  return lines.map((line) => line['QUERY PLAN']).join('\n');
}

describe('the plan of a list of sources', () => {
  const sorts = Object.keys(sourceOrders(policies)) as IndexedSort[];

  it.each(sorts.flatMap((by) => [by, `-${by}` as const]))(
    'uses an index for the sort %s, on the first page and the next',
    async (sort) => {
      const by = sort.replace(/^-/, '') as IndexedSort;
      for (const fromEnd of [false, true]) {
        const plan = await planOf({ sort }, by, fromEnd);
        expect(plan).toContain('Index Scan');
        expect(plan).not.toContain('Seq Scan');
        // The order of feedRetryAt depends on the policies: only the disabled feeds are found by the index.
        if (by !== 'feedRetryAt' && !fromEnd) expect(plan).not.toContain('Sort');
      }
    },
  );

  it.each<[string, Partial<SourceQuery>]>([
    ['error_type', { error_type: ['gone'] }],
    ['error_type, the longest failing first', { error_type: ['gone'], sort: 'failingSince' }],
    ['failure_type', { failure_type: 'permanent' }],
  ])('uses an index for the filter %s', async (_filter, query) => {
    const plan = await planOf(query, query.sort === 'failingSince' ? 'failingSince' : 'createdAt');
    expect(plan).toMatch(/Index Scan/);
    expect(plan).not.toContain('Seq Scan');
  });
});

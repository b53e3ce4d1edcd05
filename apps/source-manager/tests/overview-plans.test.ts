import { DEFAULT_FAILURE_POLICIES, eventQuerySchema, hostQuerySchema } from '@feedwarden/contracts';
import { type Connection, connectDatabase } from '@feedwarden/service-kit';
import { createTestDatabase, type TestDatabase } from '@feedwarden/test-kit';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type SQL, sql } from 'drizzle-orm';
import { selectEvents } from '../src/audit/event-routes.js';
import { hostsStatement } from '../src/overview/read-hosts.js';
import { incidentsStatement } from '../src/overview/read-incidents.js';
import { overviewStatement } from '../src/overview/read-overview.js';
import { historyStatement } from '../src/overview/sample-overview.js';
import { listParts } from '../src/sources/list/list-parts.js';
import { selectSources } from '../src/sources/list/list-sources.js';
import { sourceOrders } from '../src/sources/list/source-orders.js';
import { fillSources } from './fill-sources.js';

/** More of them, to see what each statement takes: `PLANS_WITH=1000000 npm test -- overview-plans`. */
const SOURCES = Number(process.env.PLANS_WITH ?? 100_000);
const SHARE = SOURCES / 100_000;

const policies = DEFAULT_FAILURE_POLICIES;
const QUERY = { sort: 'createdAt', limit: 100 } as const;

let database: TestDatabase;
let connection: Connection;
beforeAll(async () => {
  database = await createTestDatabase('source-manager');
  // One patient connection: to fill a large table takes longer than any statement of the service may.
  connection = connectDatabase(database.url, { name: 'test', max: 1, silenceSeconds: 600 });
  await connection.db.execute(sql`set statement_timeout = 0`);
  await fillSources(connection.db, SOURCES);
  await connection.db.execute(sql`
    insert into source_events (source_id, actor, action, at)
    select id, 'actor ' || n % 5000, (array['created', 'changed', 'feed_disabled', 'feed_enabled'])[1 + n % 4],
      now() - make_interval(secs => 100000 - n)
    from (select id, row_number() over () as n from sources limit 100000) numbered`);
  await connection.db.execute(sql`
    insert into overview_samples (at, total, by_status, by_error_type)
    select now() - n * interval '10 minutes', n, '{}', '{}' from generate_series(1, 12960) n`);
  // As autovacuum leaves it: rows that every transaction sees are read from the index alone.
  await connection.db.execute(sql`vacuum analyze`);
}, 600_000);
afterAll(async () => {
  await connection.close();
  await database.drop();
});

interface Plan {
  /** `Seq Scan on sources`, and what else reads rows. */
  scans: string[];
  /** Rows that were read and then thrown away, or not needed: what an index should have left out. */
  rowsRead: number;
}

interface PlanNode {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Name'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  Plans?: PlanNode[];
}

/** As it was carried out: what was read, and how many rows of it. */
async function planOf(statement: SQL): Promise<Plan> {
  const [row] = await connection.db.execute<{ 'QUERY PLAN': [{ Plan: PlanNode; 'Execution Time': number }] }>(
    sql`explain (analyze, format json) ${statement}`,
  );
  const nodes = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(nodes)];
  if (!row) throw new Error('there is no plan');
  const [{ Plan: root, 'Execution Time': ms }] = row['QUERY PLAN'];
  if (process.env.PLANS_WITH)
    process.stdout.write(`${ms.toFixed(1)} ms  ${expect.getState().currentTestName}\n`);
  const scans = nodes(root).filter(
    (node) => /Scan/.test(node['Node Type']) && (node['Relation Name'] ?? node['Index Name']),
  );
  return {
    scans: scans.map((node) => `${node['Node Type']} ${node['Index Name'] ?? node['Relation Name']}`),
    // Of a bitmap, the rows of the heap are counted.
    rowsRead: scans
      .filter((node) => node['Node Type'] !== 'Bitmap Index Scan')
      .reduce(
        (all, node) =>
          all +
          ((node['Actual Rows'] ?? 0) + (node['Rows Removed by Filter'] ?? 0)) * (node['Actual Loops'] ?? 1),
        0,
      ),
  };
}

const ofSources = ({ scans }: Plan) =>
  scans.filter((scan) => /^Seq Scan (sources|source_events)$/.test(scan));

describe('with 100,000 sources, of which a tenth is in trouble', () => {
  it('the overview reads only what is in trouble, from the index alone', async () => {
    const plan = await planOf(overviewStatement(policies));
    expect(ofSources(plan)).toEqual([]);
    expect(plan.scans).toContain('Index Only Scan sources_in_trouble');
    expect(plan.rowsRead).toBeLessThan(10_500 * SHARE);
  });

  it.each([
    ['in trouble', '-inTrouble', 12_000],
    ['by name', 'host', 1000],
  ] as const)('a page of hosts %s reads no healthy source but to count it', async (_what, sort, most) => {
    const plan = await planOf(hostsStatement(hostQuerySchema.parse({ sort }), policies));
    expect(ofSources(plan)).toEqual([]);
    expect(plan.rowsRead).toBeLessThan(most * SHARE);
  });

  it('incidents are found by the index of what is in trouble', async () => {
    const plan = await planOf(incidentsStatement(50));
    expect(ofSources(plan)).toEqual([]);
    expect(plan.rowsRead).toBeLessThan(12_000 * SHARE);
  });

  it('a week of history reads a week of samples', async () => {
    const plan = await planOf(historyStatement(new Date(Date.now() - 7 * 86_400_000), new Date(), 120));
    expect(plan.rowsRead).toBeLessThan(1100);
  });

  it.each([
    ['all', {}],
    ['of an actor', { actor: 'actor 7' }],
    ['of an action', { action: 'feed_disabled' }],
    ['since a time', { since: new Date(Date.now() - 600_000).toISOString() }],
    ['until a time', { until: new Date(Date.now() - 90_000_000).toISOString() }],
  ])('a page of events, %s, reads little more than it returns', async (_which, query) => {
    const statement = selectEvents(connection.db, eventQuerySchema.parse(query)).getSQL();
    const plan = await planOf(statement);
    expect(ofSources(plan)).toEqual([]);
    expect(plan.rowsRead).toBeLessThan(1000);
  });

  it.each(['needs you', 'failing', 'others'])(
    'the part "%s" of the list by trouble is read in order',
    async (name) => {
      const part = listParts(policies).trouble.find((one) => one.name === name);
      if (!part) throw new Error(`there is no part ${name}`);
      const selection = { ...QUERY, order: part.order, only: part.only, end: null };
      const plan = await planOf(selectSources(connection.db, policies, selection).getSQL());
      expect(ofSources(plan)).toEqual([]);
      expect(plan.rowsRead).toBeLessThan(1000);
    },
  );

  it.each([
    ['polled', { polled: false }],
    ['ids', { ids: ['6f1c2f0e-8f2b-4a55-9a53-2f7a5d0c9a11'] }],
  ])('the filter %s reads what it finds', async (_filter, filter) => {
    const order = sourceOrders(policies).createdAt;
    const statement = selectSources(connection.db, policies, { ...QUERY, ...filter, order, end: null });
    const plan = await planOf(statement.getSQL());
    expect(ofSources(plan)).toEqual([]);
    expect(plan.rowsRead).toBeLessThan(2500);
  });
});

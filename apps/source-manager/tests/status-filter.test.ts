import {
  DEFAULT_FAILURE_POLICIES,
  MANUAL_REASON,
  type SourceStatus,
  sourceStatusSchema,
} from '@feedwarden/contracts';
import { withOverrides } from '@feedwarden/feed-health';
import { connectDatabase } from '@feedwarden/service-kit';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type SQL, sql } from 'drizzle-orm';
import { feedIsActive, hasStatus } from '../src/sources/list/source-filter.js';
import { sources } from '../src/sources/schema.js';
import { sourceView } from '../src/sources/source-view.js';
import { hoursAgo, sampleSource } from './sample-source.js';
import { type SourceManagerUnderTest, startSourceManager } from './source-manager-under-test.js';

const STATUSES = sourceStatusSchema.options;
const SWITCHES: [string, number][] = [
  [MANUAL_REASON, 1],
  [MANUAL_REASON, 1000],
  ['gone', 1],
  ['gone', 73],
  ['unexpected', 23],
  ['somebody_elses_reason', 25],
];

/** Every combination of what a status depends on. */
const MATRIX = [true, false].flatMap((enabled) =>
  [null, '', 'https://news.example/feed'].flatMap((feedUrl) =>
    [null, hoursAgo(1)].flatMap((quarantinedAt) =>
      [0, 3].flatMap((consecutiveFailures) =>
        [null, ...SWITCHES].map((feedSwitch) =>
          sampleSource({
            enabled,
            feedUrl,
            quarantinedAt,
            consecutiveFailures,
            feedDisableReason: feedSwitch?.[0] ?? null,
            feedDisabledAt: feedSwitch ? hoursAgo(feedSwitch[1]) : null,
          }),
        ),
      ),
    ),
  ),
);

let manager: SourceManagerUnderTest;
let connection: ReturnType<typeof connectDatabase>;
beforeAll(async () => {
  manager = await startSourceManager();
  connection = connectDatabase(manager.databaseUrl, { name: 'test' });
  await connection.db.insert(sources).values(MATRIX);
});
afterAll(async () => {
  await connection.close();
  await manager.stop();
});

const cases = [
  { given: 'the default policies', policies: DEFAULT_FAILURE_POLICIES },
  {
    given: 'other cooldowns',
    policies: withOverrides({ file: { typed: { rules: { gone: { cooldown: 60 } } } } }),
  },
];

describe.each(cases)('the status of a source in SQL, given $given', ({ policies }) => {
  it('is exactly the one of the pure function, for every combination of facts', async () => {
    const named = (status: SourceStatus): SQL =>
      sql`case when ${hasStatus(policies, status)} then ${status}::text end`;
    const rows = await connection.db
      .select({
        source: sources,
        statuses: sql<
          string[]
        >`to_jsonb(array_remove(array[${sql.join(STATUSES.map(named), sql`, `)}], null))`,
        active: sql<boolean>`${feedIsActive(policies)}`,
        inactive: sql<boolean>`${feedIsActive(policies, false)}`,
        now: sql<string>`now()::text`,
      })
      .from(sources);
    expect(rows).toHaveLength(MATRIX.length);
    for (const { source, statuses, active, inactive, now } of rows) {
      const { status } = sourceView(source, policies, new Date(now));
      const expected = ['healthy', 'failing', 'probing'].includes(status);
      expect({ source, statuses, active, inactive }).toEqual({
        source,
        statuses: [status],
        active: expected,
        inactive: !expected,
      });
    }
    expect(new Set(rows.flatMap(({ statuses }) => statuses))).toEqual(new Set(STATUSES));
  });
});

describe('the status of sources over HTTP', () => {
  it.each(STATUSES)('selects all and only the sources that are %s', async (status) => {
    const api = await manager.as('sources:read');
    const all = (await api.get('/api/v1/sources?limit=500')).body.items as { id: string; status: string }[];
    const { body } = await api.get(`/api/v1/sources?limit=500&status=${status}`);
    const ids = (items: { id: string }[]) => items.map(({ id }) => id).sort();
    expect(ids(body.items)).toEqual(ids(all.filter((source) => source.status === status)));
    expect(body.items.length).toBeGreaterThan(0);
  });

  it.each([
    ['enabled=true', (source: { enabled: boolean }) => source.enabled],
    ['enabled=false', (source: { enabled: boolean }) => !source.enabled],
    ['feed_active=false&status=quarantined', (source: { status: string }) => source.status === 'quarantined'],
    ['feed_active=true&status=quarantined', () => false],
  ])('obeys the query %s', async (query, belongs) => {
    const api = await manager.as('sources:read');
    const all = (await api.get('/api/v1/sources?limit=500')).body.items;
    const { body } = await api.get(`/api/v1/sources?limit=500&${query}`);
    expect(body.items.map(({ id }: { id: string }) => id)).toEqual(
      all.filter(belongs).map(({ id }: { id: string }) => id),
    );
  });

  it('responds 400 naming the parameter, given an unknown status', async () => {
    const answer = await (await manager.as()).get('/api/v1/sources?status=ill');
    expect(answer.status).toBe(400);
    expect(answer.body.errors[0].field).toBe('status');
  });
});

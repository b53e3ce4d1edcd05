import {
  DEFAULT_FAILURE_POLICIES,
  errorTypeSchema,
  type FailurePolicySet,
  MANUAL_REASON,
  policyNameSchema,
} from '@feedwarden/contracts';
import { feedRetryAt, withOverrides } from '@feedwarden/feed-health';
import { type Connection, connectDatabase } from '@feedwarden/service-kit';
import { createTestDatabase, type TestDatabase } from '@feedwarden/test-kit';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { sql } from 'drizzle-orm';
import { feedIsActive } from '../src/sources/list/source-filter.js';
import { sources } from '../src/sources/schema.js';
import { hoursAgo, sampleSource } from './sample-source.js';

const REASONS = [...errorTypeSchema.options, MANUAL_REASON, 'somebody_elses_reason', 'constructor'];
const AGES_HOURS = [
  0, 0.49, 0.51, 1, 5.99, 6.01, 11.99, 12.01, 23.99, 24.01, 47.99, 48.01, 71.99, 72.01, 1000,
];
const FOLLOWED = [...policyNameSchema.options, null];

let database: TestDatabase;
let connection: Connection;
beforeAll(async () => {
  database = await createTestDatabase('source-manager');
  connection = connectDatabase(database.url, { name: 'test' });
  const rows = FOLLOWED.flatMap((failurePolicy) =>
    REASONS.flatMap((feedDisableReason) =>
      AGES_HOURS.map((hours) =>
        sampleSource({
          name: `${failurePolicy} ${feedDisableReason} ${hours}`,
          failurePolicy,
          feedDisableReason,
          feedDisabledAt: hoursAgo(hours),
        }),
      ),
    ),
  );
  await connection.db.insert(sources).values(rows);
});
afterAll(async () => {
  await connection.close();
  await database.drop();
});

const cases: [string, FailurePolicySet][] = [
  ['the default policies', DEFAULT_FAILURE_POLICIES],
  [
    'shorter cooldowns',
    withOverrides({
      file: { typed: { rules: { gone: { cooldown: 1800 }, rate_limited: { cooldown: 60 } } } },
    }),
  ],
  [
    'a cooldown of centuries',
    withOverrides({ file: { typed: { rules: { network: { cooldown: 300 * 365 * 86_400 } } } } }),
  ],
  ...policyNameSchema.options.map((defaultPolicy): [string, FailurePolicySet] => [
    `the default preset ${defaultPolicy}`,
    withOverrides({ defaultPolicy, maxFailures: 1, maxBackoffHours: 1 }),
  ]),
];

describe('the cooldown filter', () => {
  it.each(cases)(
    'agrees in SQL with the pure function for every preset, reason and age, given %s',
    async (_title, policies) => {
      const rows = await connection.db
        .select({ source: sources, active: sql`${feedIsActive(policies)}`, now: sql<string>`now()::text` })
        .from(sources);
      expect(rows).toHaveLength(FOLLOWED.length * REASONS.length * AGES_HOURS.length);
      for (const { source, active, now } of rows) {
        const retryAt = feedRetryAt(
          policies,
          source.feedDisabledAt as Date,
          source.feedDisableReason as string,
        );
        const expected = retryAt !== null && retryAt <= new Date(now);
        expect([source.name, active]).toEqual([source.name, expected]);
      }
      expect(rows.some(({ active }) => active)).toBe(true);
      expect(rows.some(({ active }) => !active)).toBe(true);
    },
  );
});

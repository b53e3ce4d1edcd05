import type { CountsByErrorType, CountsByStatus } from '@feedwarden/contracts';
import { sql } from 'drizzle-orm';
import { bigint, check, index, integer, jsonb, pgTable, smallint, uuid } from 'drizzle-orm/pg-core';
import { instant } from '../stored-values.js';

/** The numbers of the overview, every ten minutes. */
export const overviewSamples = pgTable('overview_samples', {
  at: instant('at').primaryKey(),
  total: integer('total').notNull(),
  byStatus: jsonb('by_status').$type<CountsByStatus>().notNull(),
  byErrorType: jsonb('by_error_type').$type<CountsByErrorType>().notNull(),
});

/** One row: when a crawler last asked for something, and when it last reported polls. */
export const crawlerContact = pgTable(
  'crawler_contact',
  {
    id: smallint('id').primaryKey().default(1),
    seenAt: instant('seen_at'),
    reportedAt: instant('reported_at'),
  },
  (table) => [check('crawler_contact_is_one_row', sql`${table.id} = 1`)],
);

/** Which sources crawlers have just reported on, for two minutes: a row for each batch, for those who follow live. */
export const healthChanges = pgTable(
  'health_changes',
  {
    seq: bigint('seq', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    at: instant('at').notNull().defaultNow(),
    sourceIds: uuid('source_ids').array().notNull(),
  },
  (table) => [index('health_changes_by_time').on(table.at)],
);

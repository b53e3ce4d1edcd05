import type { CountsByErrorType, CountsByStatus } from '@feedwarden/contracts';
import { sql } from 'drizzle-orm';
import { check, integer, jsonb, pgTable, smallint } from 'drizzle-orm/pg-core';
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

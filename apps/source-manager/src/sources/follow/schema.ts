import { sql } from 'drizzle-orm';
import { bigint, check, index, integer, pgTable, smallint, uuid } from 'drizzle-orm/pg-core';

/** Deleted sources, for the followers of changes. */
export const removedSources = pgTable(
  'removed_sources',
  {
    id: uuid('id').primaryKey(),
    changeSeq: bigint('change_seq', { mode: 'number' }).notNull(),
  },
  (table) => [index('removed_sources_by_change').on(table.changeSeq, table.id)],
);

/**
 * One row: the number of the last transaction that changed a source, see change-clock; and how many sources there are,
 * which triggers count: who adds or removes sources has this row locked anyway.
 */
export const changeClock = pgTable(
  'change_clock',
  {
    id: smallint('id').primaryKey().default(1),
    seq: bigint('seq', { mode: 'number' }).notNull().default(0),
    total: integer('total').notNull().default(0),
  },
  (table) => [check('change_clock_is_one_row', sql`${table.id} = 1`)],
);

import { index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { instant } from '../../stored-values.js';

/** The source that each `Idempotency-Key` of a caller created. No foreign key: a key outlives its source. */
export const idempotencyKeys = pgTable(
  'idempotency_keys',
  {
    subject: text('subject').notNull(),
    key: text('key').notNull(),
    bodyHash: text('body_hash').notNull(),
    sourceId: uuid('source_id').notNull(),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.subject, table.key] }),
    index('idempotency_keys_by_age').on(table.createdAt),
  ],
);

/** How sources were before a change of many, for a day. */
export const bulkUndo = pgTable(
  'bulk_undo',
  {
    groupId: uuid('group_id').notNull(),
    sourceId: uuid('source_id').notNull(),
    /** That the change has made: if a source has another one by now, it was changed since. */
    version: integer('version').notNull(),
    before: jsonb('before').$type<Record<string, unknown>>().notNull(),
    at: instant('at').notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.groupId, table.sourceId] }),
    index('bulk_undo_by_age').on(table.at),
  ],
);

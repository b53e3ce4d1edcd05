import { index, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
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

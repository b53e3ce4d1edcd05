import { index, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { instant } from '../instant.js';

/** Which source was made for which `Idempotency-Key` of whom. No foreign key: it is remembered after the source is gone. */
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

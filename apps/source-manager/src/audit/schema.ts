import type { SourceAction } from '@feedwarden/contracts';
import { bigint, index, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { instant } from '../stored-values.js';

/** Who changed what. No foreign key: the events of a source outlive it. */
export const sourceEvents = pgTable(
  'source_events',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    sourceId: uuid('source_id').notNull(),
    at: instant('at').notNull().defaultNow(),
    actor: text('actor').notNull(),
    action: text('action').$type<SourceAction>().notNull(),
    reason: text('reason'),
    evidence: jsonb('evidence').$type<Record<string, unknown>>(),
  },
  (table) => [index('source_events_by_source').on(table.sourceId, table.id)],
);

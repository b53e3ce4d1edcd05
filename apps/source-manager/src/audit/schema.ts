import type { SourceAction } from '@feedwarden/contracts';
import { sql } from 'drizzle-orm';
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
    /** Of the bulk change or import that it belongs to. */
    groupId: uuid('group_id'),
  },
  (table) => [
    index('source_events_by_source').on(table.sourceId, table.id),
    index('source_events_by_actor').on(table.actor, table.id),
    index('source_events_by_action').on(table.action, table.id),
    index('source_events_by_time').on(table.at, table.id),
    index('source_events_by_group').on(table.groupId, table.id).where(sql`${table.groupId} is not null`),
  ],
);

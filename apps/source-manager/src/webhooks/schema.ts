import type { WebhookAttempt, WebhookEvent } from '@feedwarden/contracts';
import { sql } from 'drizzle-orm';
import { bigint, index, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { instant } from '../stored-values.js';
import type { Transition } from './transition.js';

export const webhooks = pgTable(
  'webhooks',
  {
    id: uuid('id').primaryKey(),
    ownerId: text('owner_id').notNull(),
    url: text('url').notNull(),
    events: text('events').array().$type<WebhookEvent[]>().notNull(),
    /** The secret, encrypted. See credentials/key-ring. */
    ciphertext: text('ciphertext').notNull(),
    keyId: text('key_id').notNull(),
    createdAt: instant('created_at').notNull().defaultNow(),
    goneAt: instant('gone_at'),
    failuresInARow: integer('failures_in_a_row').notNull().default(0),
    /** The end of a lease, or of a pause after failures: nothing is sent before then. */
    claimableAt: instant('claimable_at').notNull().defaultNow(),
  },
  (table) => [index('webhooks_by_owner').on(table.ownerId, table.createdAt, table.id)],
);
export type WebhookRow = typeof webhooks.$inferSelect;

/** Messages to send, and for a week those that were sent. Written in the transaction of their transition. */
export const webhookDeliveries = pgTable(
  'webhook_deliveries',
  {
    seq: bigint('seq', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    id: uuid('id').notNull().defaultRandom(),
    webhookId: uuid('webhook_id')
      .notNull()
      .references(() => webhooks.id, { onDelete: 'cascade' }),
    sourceId: uuid('source_id').notNull(),
    event: text('event').$type<WebhookEvent>().notNull(),
    at: instant('at').notNull().defaultNow(),
    content: jsonb('content').$type<Omit<Transition, 'event'>>().notNull(),
    attempts: integer('attempts').notNull().default(0),
    /** Null: delivered or given up. */
    nextAttemptAt: instant('next_attempt_at').defaultNow(),
    lastAttempt: jsonb('last_attempt').$type<WebhookAttempt>(),
  },
  (table) => [
    index('webhook_deliveries_by_webhook').on(table.webhookId, table.seq),
    index('webhook_deliveries_due')
      .on(table.webhookId, table.nextAttemptAt, table.seq)
      .where(sql`${table.nextAttemptAt} is not null`),
    index('webhook_deliveries_waiting_by_source')
      .on(table.webhookId, table.sourceId, table.seq)
      .where(sql`${table.nextAttemptAt} is not null`),
    index('webhook_deliveries_done').on(table.at).where(sql`${table.nextAttemptAt} is null`),
  ],
);
export type WebhookDeliveryRow = typeof webhookDeliveries.$inferSelect;

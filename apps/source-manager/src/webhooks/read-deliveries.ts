import type { Page, WebhookDelivery, WebhookDeliveryQuery } from '@feedwarden/contracts';
import { type Database, decodeCursor, encodeCursor } from '@feedwarden/service-kit';
import { and, desc, eq, lt } from 'drizzle-orm';
import { z } from 'zod';
import { type WebhookDeliveryRow, webhookDeliveries } from './schema.js';

const lastSeenSeq = z.int().min(0);

export type ReadDeliveries = (
  webhookId: string,
  query: WebhookDeliveryQuery,
) => Promise<Page<WebhookDelivery>>;

/** The messages of the last week to a receiver and those that wait, newest first. */
export function createReadDeliveries(db: Database): ReadDeliveries {
  return async (webhookId, { cursor, limit }) => {
    const before =
      cursor === undefined ? undefined : lt(webhookDeliveries.seq, decodeCursor(lastSeenSeq, cursor));
    const rows = await db
      .select()
      .from(webhookDeliveries)
      .where(and(eq(webhookDeliveries.webhookId, webhookId), before))
      .orderBy(desc(webhookDeliveries.seq))
      .limit(limit + 1);
    const page = rows.slice(0, limit);
    const last = rows.length > limit ? page.at(-1) : undefined;
    return { items: page.map(deliveryView), nextCursor: last ? encodeCursor(last.seq) : null };
  };
}

function deliveryView(row: WebhookDeliveryRow): WebhookDelivery {
  const { id, event, sourceId, attempts, lastAttempt } = row;
  return {
    id,
    event,
    sourceId,
    at: row.at.toISOString(),
    state: stateOf(row),
    attempts,
    nextAttemptAt: row.nextAttemptAt?.toISOString() ?? null,
    lastAttempt,
  };
}

function stateOf({ nextAttemptAt, lastAttempt }: WebhookDeliveryRow): WebhookDelivery['state'] {
  if (nextAttemptAt) return 'waiting';
  return lastAttempt?.delivered ? 'delivered' : 'given_up';
}

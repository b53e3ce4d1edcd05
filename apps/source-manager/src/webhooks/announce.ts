import type { WebhookEvent } from '@feedwarden/contracts';
import type { Transaction } from '@feedwarden/service-kit';
import { and, arrayContains, isNull, sql } from 'drizzle-orm';
import { storableJson } from '../stored-values.js';
import { webhooks } from './schema.js';
import type { Transition } from './transition.js';

/**
 * Adds a message for each webhook that listens, in the transaction of the transitions, so that neither is stored
 * without the other. Takes the lock of the foreign key first, so that a webhook is not deleted in between.
 */
export async function announce(tx: Transaction, transitions: Transition[]): Promise<void> {
  if (transitions.length === 0) return;
  await tx.execute(sql`
    insert into webhook_deliveries (webhook_id, source_id, event, content)
    select webhooks.id, (transition -> 'source' ->> 'id')::uuid, transition ->> 'event', transition - 'event'
    from jsonb_array_elements(${storableJson(transitions)}::jsonb) with ordinality as list (transition, place)
    join webhooks on transition ->> 'event' = any (events)
    where gone_at is null
    order by place, webhooks.created_at
    for key share of webhooks`);
}

/** Saves collecting many transitions that no webhook listens to. */
export async function isAnyoneListening(tx: Transaction, event: WebhookEvent): Promise<boolean> {
  const listeners = await tx
    .select({ id: webhooks.id })
    .from(webhooks)
    .where(and(isNull(webhooks.goneAt), arrayContains(webhooks.events, [event])))
    .limit(1);
  return listeners.length > 0;
}

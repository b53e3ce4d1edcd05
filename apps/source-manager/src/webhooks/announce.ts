import type { WebhookEvent } from '@feedwarden/contracts';
import type { Transaction } from '@feedwarden/service-kit';
import { and, arrayContains, isNull, sql } from 'drizzle-orm';
import { storableJson } from '../stored-values.js';
import { webhooks } from './schema.js';
import type { Transition } from './transition.js';

/**
 * Writes down what is to be told to whom, in the transaction of the transitions: there is never one without the
 * other. Nobody listens: nothing is written. The lock is that of the foreign key, taken before a webhook can go.
 */
export async function announce(tx: Transaction, transitions: Transition[]): Promise<void> {
  if (transitions.length === 0) return;
  await tx.execute(sql`
    insert into webhook_deliveries (webhook_id, source_id, event, content)
    select webhooks.id, (told -> 'source' ->> 'id')::uuid, told ->> 'event', told - 'event'
    from jsonb_array_elements(${storableJson(transitions)}::jsonb) with ordinality as list (told, place)
    join webhooks on told ->> 'event' = any (events)
    where gone_at is null
    order by place, webhooks.created_at
    for key share of webhooks`);
}

/** Asked before transitions are gathered that would be many, and mostly for nobody. */
export async function isAnyoneListening(tx: Transaction, event: WebhookEvent): Promise<boolean> {
  const listeners = await tx
    .select({ id: webhooks.id })
    .from(webhooks)
    .where(and(isNull(webhooks.goneAt), arrayContains(webhooks.events, [event])))
    .limit(1);
  return listeners.length > 0;
}

import type { WebhookAttempt } from '@feedwarden/contracts';
import type { Database, Transaction } from '@feedwarden/service-kit';
import { and, eq, inArray, isNotNull, isNull, lte, sql } from 'drizzle-orm';
import { storableJson } from '../stored-values.js';
import { type WebhookDeliveryRow, type WebhookRow, webhookDeliveries, webhooks } from './schema.js';

/** Longer than a round of attempts takes. After that another process may send the same messages again. */
const LEASE_SECONDS = 60;
const GIVE_UP_AFTER = sql.raw(`interval '24 hours'`);
const KEPT_FOR = sql.raw(`interval '7 days'`);
/** Per clean-up, so that no statement takes long. */
const DELETED_AT_ONCE = 5000;

export interface Outcome {
  delivery: WebhookDeliveryRow;
  attempt: WebhookAttempt;
  /** Until the next attempt; ignored after a success. */
  retrySeconds: number;
}

export interface Round {
  outcomes: Outcome[];
  failuresInARow: number;
  /** The receiver responded 410: it wants no more messages. */
  isGone: boolean;
}

export interface Recorded {
  webhook: WebhookRow;
  /** The number of messages that will not be tried again. */
  givenUp: number;
}

export type DeliveryOutbox = ReturnType<typeof createDeliveryOutbox>;

/** The messages to send. A webhook is leased by one process at a time, so several processes share the work. */
export function createDeliveryOutbox(db: Database) {
  const isWaiting = isNotNull(webhookDeliveries.nextAttemptAt);
  const isOf = ({ id }: WebhookRow) => eq(webhookDeliveries.webhookId, id);
  /** Only the oldest message of each source, so that a receiver gets them in order. */
  const isOldest = sql`not exists (select 1 from webhook_deliveries earlier
    where earlier.webhook_id = ${webhookDeliveries.webhookId} and earlier.source_id = ${webhookDeliveries.sourceId}
      and earlier.seq < ${webhookDeliveries.seq} and earlier.next_attempt_at is not null)`;

  return {
    claim(limit: number): Promise<WebhookRow[]> {
      const due = db
        .select({ id: webhookDeliveries.id })
        .from(webhookDeliveries)
        .where(
          and(
            eq(webhookDeliveries.webhookId, webhooks.id),
            isWaiting,
            lte(webhookDeliveries.nextAttemptAt, sql`now()`),
          ),
        );
      const free = db
        .select({ id: webhooks.id })
        .from(webhooks)
        .where(and(isNull(webhooks.goneAt), lte(webhooks.claimableAt, sql`now()`), sql`exists ${due}`))
        .orderBy(webhooks.claimableAt)
        .limit(limit)
        .for('no key update', { skipLocked: true });
      return db
        .update(webhooks)
        .set({ claimableAt: later(LEASE_SECONDS) })
        .where(inArray(webhooks.id, free))
        .returning();
    },

    due: (webhook: WebhookRow, limit: number): Promise<WebhookDeliveryRow[]> =>
      db
        .select()
        .from(webhookDeliveries)
        .where(and(isOf(webhook), isWaiting, lte(webhookDeliveries.nextAttemptAt, sql`now()`), isOldest))
        .orderBy(webhookDeliveries.nextAttemptAt, webhookDeliveries.seq)
        .limit(limit),

    /**
     * Records the outcomes of a round and extends the lease. Null: the webhook was deleted meanwhile. Locks its row
     * before those of its messages, as a deletion does.
     */
    record: (webhook: WebhookRow, { outcomes, failuresInARow, isGone }: Round): Promise<Recorded | null> =>
      db.transaction(async (tx) => {
        const [kept] = await tx
          .update(webhooks)
          .set({ failuresInARow, claimableAt: later(LEASE_SECONDS), ...(isGone && { goneAt: sql`now()` }) })
          .where(eq(webhooks.id, webhook.id))
          .returning();
        if (!kept) return null;
        await writeOutcomes(tx, outcomes);
        // Only after a failed attempt: a message that waited for us, not for the receiver, is tried at least once.
        if (outcomes.every(({ attempt }) => attempt.delivered)) return { webhook: kept, givenUp: 0 };
        const old = isGone ? undefined : sql`${webhookDeliveries.at} < now() - ${GIVE_UP_AFTER}`;
        const givenUp = await tx
          .update(webhookDeliveries)
          .set({ nextAttemptAt: null })
          .where(and(isOf(webhook), isWaiting, old));
        return { webhook: kept, givenUp: givenUp.count };
      }),

    /** Ends the lease, unless another process has taken it over. */
    async release({ id, claimableAt }: WebhookRow, pauseSeconds = 0): Promise<void> {
      await db
        .update(webhooks)
        .set({ claimableAt: later(pauseSeconds) })
        .where(and(eq(webhooks.id, id), eq(webhooks.claimableAt, claimableAt)));
    },

    async deleteOld(): Promise<number> {
      const old = sql`${webhookDeliveries.at} < now() - ${KEPT_FOR}`;
      const some = db
        .select({ seq: webhookDeliveries.seq })
        .from(webhookDeliveries)
        .where(and(isNull(webhookDeliveries.nextAttemptAt), old))
        .limit(DELETED_AT_ONCE)
        .for('update', { skipLocked: true });
      return (await db.delete(webhookDeliveries).where(inArray(webhookDeliveries.seq, some))).count;
    },
  };
}

/** One statement for the whole round. */
async function writeOutcomes(tx: Transaction, outcomes: Outcome[]): Promise<void> {
  const rows = outcomes.map(({ delivery: { seq }, attempt, retrySeconds }) => ({
    seq,
    attempt,
    pause: attempt.delivered ? null : retrySeconds,
  }));
  await tx.execute(sql`
    update webhook_deliveries set
      attempts = attempts + 1,
      last_attempt = attempt,
      next_attempt_at = now() + make_interval(secs => pause)
    from jsonb_to_recordset(${storableJson(rows)}::jsonb)
      as tried (seq bigint, attempt jsonb, pause double precision)
    where webhook_deliveries.seq = tried.seq`);
}

const later = (seconds: number) => sql`now() + make_interval(secs => ${seconds})`;

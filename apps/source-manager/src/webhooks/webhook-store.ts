import { randomBytes, randomUUID } from 'node:crypto';
import type { CreatedWebhook, NewWebhook, Page, Webhook } from '@feedwarden/contracts';
import { type Database, Problem, type Transaction } from '@feedwarden/service-kit';
import { and, asc, count, eq, sql } from 'drizzle-orm';
import type { KeyRing } from '../credentials/key-ring.js';
import type { SealPlace } from '../credentials/sealed-secret.js';
import { type WebhookRow, webhooks } from './schema.js';

const WEBHOOKS_PER_OWNER = 20;
const SECRET_BYTES = 32;

export type WebhookStore = ReturnType<typeof createWebhookStore>;

/** The webhooks of each owner: nobody sees or deletes those of another. */
export function createWebhookStore(db: Database, keyRing: KeyRing) {
  const isOwn = (ownerId: string, id: string) => and(eq(webhooks.ownerId, ownerId), eq(webhooks.id, id));

  return {
    async create(
      ownerId: string,
      { url, events, secret = newSecret() }: NewWebhook,
    ): Promise<CreatedWebhook> {
      const id = randomUUID();
      const sealed = keyRing.seal(secret, sealPlace({ ownerId, id }));
      if (!sealed) throw new Problem(503, 'this server takes no webhooks: CREDENTIALS_KEY is not set');
      const row = await db.transaction(async (tx) => {
        await refuseTooMany(tx, ownerId);
        return (
          await tx
            .insert(webhooks)
            .values({ id, ownerId, url, events, ...sealed })
            .returning()
        )[0];
      });
      if (!row) throw new Error('the statement returned no row');
      return { ...webhookView(row), secret };
    },

    /** One page: there are never more than an owner may have. */
    async list(ownerId: string): Promise<Page<Webhook>> {
      const rows = await db
        .select()
        .from(webhooks)
        .where(eq(webhooks.ownerId, ownerId))
        .orderBy(asc(webhooks.createdAt), asc(webhooks.id));
      return { items: rows.map(webhookView), nextCursor: null };
    },

    async find(ownerId: string, id: string): Promise<WebhookRow | null> {
      const [row] = await db.select().from(webhooks).where(isOwn(ownerId, id));
      return row ?? null;
    },

    /** What waits for it goes with it. */
    async remove(ownerId: string, id: string): Promise<boolean> {
      const removed = await db.delete(webhooks).where(isOwn(ownerId, id)).returning({ id: webhooks.id });
      return removed.length > 0;
    },

    async secretOf(webhook: WebhookRow): Promise<string> {
      const { secret, renewed } = keyRing.open(webhook, sealPlace(webhook));
      if (renewed) await db.update(webhooks).set(renewed).where(eq(webhooks.id, webhook.id));
      return secret;
    },
  };
}

/** Counted under a lock: two at once are not both the last. */
async function refuseTooMany(tx: Transaction, ownerId: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`webhooks of ${ownerId}`}, 0))`);
  const [mine] = await tx.select({ count: count() }).from(webhooks).where(eq(webhooks.ownerId, ownerId));
  if ((mine?.count ?? 0) >= WEBHOOKS_PER_OWNER)
    throw new Problem(
      409,
      `you have ${WEBHOOKS_PER_OWNER} webhooks, which is as many as one can have: delete one first`,
    );
}

const newSecret = () => `whsec_${randomBytes(SECRET_BYTES).toString('base64url')}`;

const sealPlace = ({ ownerId, id }: Pick<WebhookRow, 'ownerId' | 'id'>): SealPlace => [
  ownerId,
  'webhook',
  id,
];

function webhookView({ id, url, events, createdAt, goneAt, failuresInARow }: WebhookRow): Webhook {
  return {
    id,
    url,
    events,
    createdAt: createdAt.toISOString(),
    goneAt: goneAt?.toISOString() ?? null,
    failuresInARow,
  };
}

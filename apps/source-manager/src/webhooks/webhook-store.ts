import { randomBytes, randomUUID } from 'node:crypto';
import type { CreatedWebhook, NewWebhook, Page, Webhook } from '@feedwarden/contracts';
import { type Database, Problem, type Transaction } from '@feedwarden/service-kit';
import { and, asc, count, eq, sql } from 'drizzle-orm';
import type { KeyRing, SealPlace } from '../credentials/key-ring.js';
import { onlyRow } from '../stored-values.js';
import { type WebhookRow, webhooks } from './schema.js';

const WEBHOOKS_PER_OWNER = 20;
const SECRET_BYTES = 32;

export type WebhookStore = ReturnType<typeof createWebhookStore>;

/** Webhooks belong to an owner, and are invisible to everybody else. */
export function createWebhookStore(db: Database, keyRing: KeyRing) {
  const isOwn = (ownerId: string, id: string) => and(eq(webhooks.ownerId, ownerId), eq(webhooks.id, id));

  return {
    async create(
      ownerId: string,
      { url, events, secret = newSecret() }: NewWebhook,
    ): Promise<CreatedWebhook> {
      const id = randomUUID();
      const sealed = keyRing.seal(secret, sealPlace({ ownerId, id }));
      if (!sealed) throw new Problem(503, 'webhooks cannot be stored: CREDENTIALS_KEY is not set');
      const rows = await db.transaction(async (tx) => {
        await refuseTooMany(tx, ownerId);
        return tx
          .insert(webhooks)
          .values({ id, ownerId, url, events, ...sealed })
          .returning();
      });
      return { ...webhookView(onlyRow(rows)), secret };
    },

    /** Always one page: the number per owner is limited. */
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

    /** Its messages are deleted with it. */
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

/** Counts under a lock, so that concurrent requests cannot exceed the limit. */
async function refuseTooMany(tx: Transaction, ownerId: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`webhooks of ${ownerId}`}, 0))`);
  const [mine] = await tx.select({ count: count() }).from(webhooks).where(eq(webhooks.ownerId, ownerId));
  if ((mine?.count ?? 0) >= WEBHOOKS_PER_OWNER)
    throw new Problem(409, `you already have ${WEBHOOKS_PER_OWNER} webhooks, the maximum; delete one first`);
}

const newSecret = () => `whsec_${randomBytes(SECRET_BYTES).toString('base64')}`;

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

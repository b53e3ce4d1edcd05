import { createHash } from 'node:crypto';
import type { NewSource } from '@feedwarden/contracts';
import { Problem, type Transaction } from '@feedwarden/service-kit';
import { sql } from 'drizzle-orm';
import { idempotencyKeys } from './schema.js';

/** Longer than anybody goes on trying; those who come later make a new source. */
const REMEMBERED = sql`interval '48 hours'`;

/** More than the one that is added, so that the table cannot grow for ever; few, so that nobody waits for it. */
const FORGOTTEN_AT_ONCE = 100;

export interface Claim {
  subject: string;
  key: string;
  source: NewSource;
}

/**
 * Notes that this key made the source `id`, and says so (null), or says which one it made before. Of two requests at
 * once the second waits here until the first has its source, or has failed.
 */
export async function claimKey(tx: Transaction, claim: Claim, id: string): Promise<string | null> {
  const { subject, key } = claim;
  const bodyHash = createHash('sha256').update(JSON.stringify(claim.source)).digest('hex');
  const [row] = await tx
    .insert(idempotencyKeys)
    .values({ subject, key, bodyHash, sourceId: id })
    // Changes nothing, but locks and returns the row that is there.
    .onConflictDoUpdate({ target: [idempotencyKeys.subject, idempotencyKeys.key], set: { subject, key } })
    .returning();
  if (!row) throw new Error('the statement returned no row');
  if (row.bodyHash !== bodyHash)
    throw new Problem(422, 'this Idempotency-Key was used for another source: take a new key', {
      errors: [{ field: 'Idempotency-Key', message: 'was used with another body' }],
    });
  if (row.sourceId !== id) return row.sourceId;
  await forgetOldKeys(tx);
  return null;
}

async function forgetOldKeys(tx: Transaction): Promise<void> {
  await tx.execute(sql`
    delete from ${idempotencyKeys} where (subject, key) in (
      select subject, key from ${idempotencyKeys} where created_at < now() - ${REMEMBERED}
      order by created_at limit ${FORGOTTEN_AT_ONCE} for update skip locked
    )`);
}

import { createHash } from 'node:crypto';
import type { NewSource } from '@feedwarden/contracts';
import { Problem, type Transaction } from '@feedwarden/service-kit';
import { sql } from 'drizzle-orm';
import { onlyRow } from '../../stored-values.js';
import { idempotencyKeys } from './schema.js';

/** Longer than any client retries; a later request creates a new source. */
const KEPT_FOR = sql`interval '48 hours'`;

/** More than one for each that is added, so that the table stays small; few, so that no request waits for it. */
const DELETED_AT_ONCE = 100;

export interface Claim {
  subject: string;
  key: string;
  source: NewSource;
}

/**
 * Records that this key created the source `id` and returns null, or returns the id that the key created earlier. Of
 * two concurrent requests the second waits here until the first commits or fails.
 */
export async function claimKey(tx: Transaction, claim: Claim, id: string): Promise<string | null> {
  const { subject, key } = claim;
  const bodyHash = createHash('sha256').update(JSON.stringify(claim.source)).digest('hex');
  const rows = await tx
    .insert(idempotencyKeys)
    .values({ subject, key, bodyHash, sourceId: id })
    // Changes nothing, but locks and returns the existing row.
    .onConflictDoUpdate({ target: [idempotencyKeys.subject, idempotencyKeys.key], set: { subject, key } })
    .returning();
  const row = onlyRow(rows);
  if (row.bodyHash !== bodyHash)
    throw new Problem(422, 'this Idempotency-Key was used for a different source; use a new key', {
      errors: [{ field: 'Idempotency-Key', message: 'was used with a different body' }],
    });
  if (row.sourceId !== id) return row.sourceId;
  await deleteOldKeys(tx);
  return null;
}

async function deleteOldKeys(tx: Transaction): Promise<void> {
  await tx.execute(sql`
    delete from ${idempotencyKeys} where (subject, key) in (
      select subject, key from ${idempotencyKeys} where created_at < now() - ${KEPT_FOR}
      order by created_at limit ${DELETED_AT_ONCE} for update skip locked
    )`);
}

import type { Transaction } from '@feedwarden/service-kit';
import { eq, sql } from 'drizzle-orm';
import { changeClock } from './schema.js';

/**
 * The number of this transaction among those that change sources. The row stays locked until the transaction ends, so
 * numbers become visible in order: a follower that has read up to n never misses a change with n or less.
 */
export async function tickChangeClock(tx: Transaction): Promise<number> {
  const [row] = await tx
    .update(changeClock)
    .set({ seq: sql`${changeClock.seq} + 1` })
    .where(eq(changeClock.id, 1))
    .returning({ seq: changeClock.seq });
  if (!row) throw new Error('the change clock has no row: the migrations did not run');
  return row.seq;
}

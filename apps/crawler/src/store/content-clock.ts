import type { Transaction } from '@feedwarden/service-kit';
import { sql } from 'drizzle-orm';
import { contentClock } from './content-schema.js';

/**
 * Numbers this transaction among those that store posts or articles. The row stays locked until the transaction ends, so numbers
 * become visible in their order, and a reader that goes on from its cursor passes nothing over. Take it last.
 */
export async function tickContentClock(tx: Transaction): Promise<number> {
  const [row] = await tx
    .update(contentClock)
    .set({ seq: sql`${contentClock.seq} + 1` })
    .returning({ seq: contentClock.seq });
  if (!row) throw new Error('the content clock has no row: the migrations did not run');
  return row.seq;
}

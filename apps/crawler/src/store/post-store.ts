import type { Transaction } from '@feedwarden/service-kit';
import type { PollRecord } from '../poll/ports.js';
import { tickContentClock } from './content-clock.js';
import { posts } from './content-schema.js';
import { withoutCleanedUp } from './known-entries.js';

/** Bounded by the number of parameters that one statement can have. */
const ROWS_AT_ONCE = 1000;

/** Inserts the entries that are new by guid and by content, and counts them by source. */
export async function insertNewPosts(tx: Transaction, records: PollRecord[]): Promise<Map<string, number>> {
  const counts = new Map<string, number>();
  const entries = records.flatMap(({ feed, entries: found }) =>
    found.map((entry) => ({ ...entry, sourceId: feed.sourceId })),
  );
  if (entries.length === 0) return counts;
  // The clean-up takes the clock too: what it forgets is forgotten before we look, or after we are done.
  const batchSeq = await tickContentClock(tx);
  const rows = await withoutCleanedUp(tx, entries);
  for (let from = 0; from < rows.length; from += ROWS_AT_ONCE) {
    const inserted = await tx
      .insert(posts)
      .values(rows.slice(from, from + ROWS_AT_ONCE).map((row) => ({ ...row, batchSeq })))
      .onConflictDoNothing()
      .returning({ sourceId: posts.sourceId });
    for (const { sourceId } of inserted) counts.set(sourceId, (counts.get(sourceId) ?? 0) + 1);
  }
  return counts;
}

import type { Database, Transaction } from '@feedwarden/service-kit';
import { and, gt, notInArray, sql } from 'drizzle-orm';
import { healthChanges } from '../overview/schema.js';

const KEPT_FOR = sql`interval '2 minutes'`;
const DELETED_AT_ONCE = 50;
/** A transaction that takes longer than this is missed: the page then shows the poll with its next one. */
const WINDOW = sql`interval '30 seconds'`;

/** Which sources a batch of reports has changed. Old rows are removed on the way, without waiting for anybody. */
export async function noteHealthChanges(tx: Transaction, sourceIds: string[]): Promise<void> {
  if (sourceIds.length === 0) return;
  await tx.insert(healthChanges).values({ sourceIds });
  await tx.execute(sql`
    delete from ${healthChanges} where seq in (
      select seq from ${healthChanges} where at < now() - ${KEPT_FOR}
      limit ${DELETED_AT_ONCE} for update skip locked)`);
}

/** Reads each batch once, in whatever order they are committed. */
export function createReadHealthChanges(db: Database) {
  let seen: number[] = [];
  return async (): Promise<string[]> => {
    const rows = await db
      .select({ seq: healthChanges.seq, sourceIds: healthChanges.sourceIds })
      .from(healthChanges)
      .where(
        and(
          gt(healthChanges.at, sql`now() - ${WINDOW}`),
          seen.length > 0 ? notInArray(healthChanges.seq, seen) : undefined,
        ),
      );
    // As many as fit into the window, with room.
    seen = [...seen, ...rows.map(({ seq }) => seq)].slice(-1000);
    return [...new Set(rows.flatMap(({ sourceIds }) => sourceIds))];
  };
}

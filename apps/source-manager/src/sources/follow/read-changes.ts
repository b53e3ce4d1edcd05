import type {
  FailurePolicySet,
  SourceChange,
  SourceChangesPage,
  SourceChangesQuery,
} from '@feedwarden/contracts';
import {
  type Database,
  decodeCursor,
  encodeCursor,
  Problem,
  type Transaction,
} from '@feedwarden/service-kit';
import { asc, sql } from 'drizzle-orm';
import { z } from 'zod';
import { sources } from '../schema.js';
import { sourceView } from '../source-view.js';
import { changeClock, removedSources } from './schema.js';

/** The transaction, and the last source read of those it changed. */
const changePosition = z.tuple([z.int().min(0), z.uuid().or(z.literal(''))]);
type ChangePosition = z.infer<typeof changePosition>;

export type ReadChanges = (query: SourceChangesQuery) => Promise<SourceChangesPage>;

/** The sources changed since the cursor, each once and in its newest state, in the order of the changes. */
export function createReadChanges(
  db: Database,
  policies: FailurePolicySet,
  policyVersion: string,
): ReadChanges {
  return async ({ cursor, limit }) => {
    const from: ChangePosition = cursor ? decodeCursor(changePosition, cursor) : [0, ''];
    const { changed, removed } = await readBoth(db, from, limit + 1);
    const now = new Date();
    const all: { at: ChangePosition; change: SourceChange }[] = [
      ...changed.map((row) => ({
        at: [row.changeSeq, row.id] as ChangePosition,
        change: { kind: 'changed' as const, source: sourceView(row, policies, now) },
      })),
      ...removed.map((row) => ({
        at: [row.changeSeq, row.id] as ChangePosition,
        change: { kind: 'deleted' as const, id: row.id },
      })),
    ];
    all.sort((a, b) => a.at[0] - b.at[0] || (a.at[1] < b.at[1] ? -1 : 1));
    const page = all.slice(0, limit);
    return {
      items: page.map(({ change }) => change),
      nextCursor: encodeCursor(page.at(-1)?.at ?? from),
      more: all.length > limit,
      policyVersion,
    };
  };
}

/** Both tables in one snapshot: a change seen in one but not yet in the other would be missed for good. */
function readBoth(db: Database, from: ChangePosition, limit: number) {
  return db.transaction(
    async (tx) => {
      await refuseFutureCursor(tx, from);
      const changed = await tx
        .select()
        .from(sources)
        .where(after(sources, from))
        .orderBy(asc(sources.changeSeq), asc(sources.id))
        .limit(limit);
      const removed = await tx
        .select()
        .from(removedSources)
        .where(after(removedSources, from))
        .orderBy(asc(removedSources.changeSeq), asc(removedSources.id))
        .limit(limit);
      return { changed, removed };
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  );
}

const after = (table: typeof sources | typeof removedSources, [seq, id]: ChangePosition) =>
  id === ''
    ? sql`${table.changeSeq} > ${seq}`
    : sql`(${table.changeSeq}, ${table.id}) > (${seq}, ${id}::uuid)`;

/** A cursor ahead of the clock was issued before this database was restored from a backup. */
async function refuseFutureCursor(tx: Transaction, [seq]: ChangePosition): Promise<void> {
  const [clock] = await tx.select({ seq: changeClock.seq }).from(changeClock);
  if (seq > (clock?.seq ?? 0))
    throw new Problem(410, 'the cursor is no longer valid; start again without one');
}

import { randomUUID } from 'node:crypto';
import type { BulkAnswer, BulkChange, FailurePolicySet } from '@feedwarden/contracts';
import type { Database } from '@feedwarden/service-kit';
import { and, asc, gt, inArray } from 'drizzle-orm';
import { tickChangeClock } from '../follow/change-clock.js';
import { matchesFilter } from '../list/source-filter.js';
import { type SourceRow, sources } from '../schema.js';
import { type Decision, enabledByHand, releasedByHand } from './decision.js';
import { patchSource } from './patch-source.js';
import { rememberForUndo } from './undo-bulk.js';
import { writeDecisions } from './write-sources.js';

/** Small, so that other changes do not wait long for the change clock. */
const BATCH_SIZE = 500;
const SAMPLE_SIZE = 10;

export type ChangeMany = ReturnType<typeof createBulkChange>;

/**
 * Changes all sources that match a filter, each as if it were changed alone. It works in batches in the order of ids:
 * batches that are done stay done when the client disconnects, and the same request again does the rest.
 */
export function createBulkChange(db: Database, policies: FailurePolicySet) {
  const readBatch = (filter: BulkChange['filter'], after: string | undefined) =>
    db
      .select()
      .from(sources)
      .where(and(matchesFilter(filter, policies), after === undefined ? undefined : gt(sources.id, after)))
      .orderBy(asc(sources.id))
      .limit(BATCH_SIZE);

  /** Decides again under the lock: another request may have changed a source since it was read. */
  const changeBatch = (ids: string[], change: BulkChange, actor: string, groupId: string) =>
    db.transaction(async (tx) => {
      const changeSeq = await tickChangeClock(tx);
      const rows = await tx
        .select()
        .from(sources)
        .where(and(inArray(sources.id, ids), matchesFilter(change.filter, policies)))
        .orderBy(asc(sources.id))
        .for('update');
      const decided = rows.flatMap((row) => {
        const decision = decideOn(change, row);
        return decision ? [{ row, decision, actor }] : [];
      });
      await rememberForUndo(tx, decided, groupId);
      await writeDecisions(tx, decided, { changeSeq, policies, groupId });
      return decided.map(({ row }) => row);
    });

  return async (change: BulkChange, actor: string, signal: AbortSignal): Promise<BulkAnswer> => {
    const { filter, dryRun } = change;
    const groupId = randomUUID();
    const answer: BulkAnswer = { dryRun, matched: 0, changed: 0, groupId: null, sample: [] };
    let after: string | undefined;
    for (;;) {
      const batch = await readBatch(filter, after);
      const candidates = batch.filter((row) => decideOn(change, row));
      const ids = candidates.map(({ id }) => id);
      const changed =
        dryRun || ids.length === 0 ? candidates : await changeBatch(ids, change, actor, groupId);
      answer.matched += batch.length;
      answer.changed += changed.length;
      if (!dryRun && changed.length > 0) answer.groupId = groupId;
      const room = SAMPLE_SIZE - answer.sample.length;
      answer.sample.push(...changed.slice(0, room).map(({ id, name }) => ({ id, name })));
      if (batch.length < BATCH_SIZE || signal.aborted) return answer;
      after = batch.at(-1)?.id;
    }
  };
}

/** Null: the source is as it should be. */
function decideOn({ action, set = {} }: BulkChange, row: SourceRow): Decision | null {
  switch (action) {
    case 'enable':
    case 'disable':
      return patchSource(row, { enabled: action === 'enable' }, null);
    case 'set':
      return patchSource(row, set, null);
    case 'feed-enable':
      return enabledByHand(row);
    case 'release':
      return releasedByHand(row);
  }
}

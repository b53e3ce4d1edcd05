import type { BulkAnswer, BulkChange, FailurePolicySet } from '@feedwarden/contracts';
import type { Database } from '@feedwarden/service-kit';
import { and, asc, eq, gt, inArray } from 'drizzle-orm';
import { tickChangeClock } from '../follow/change-clock.js';
import { matchesFilter } from '../list/source-filter.js';
import { type SourceRow, sources } from '../schema.js';
import { patchSource } from './patch-source.js';
import { writeDecisions } from './write-sources.js';

/** Small, so that other changes do not wait long for the change clock. */
const BATCH_SIZE = 500;
const SAMPLE_SIZE = 10;

export type ChangeMany = ReturnType<typeof createBulkChange>;

/**
 * Enables or disables all sources that match a filter, as a patch of each would. It works in batches in the order of
 * ids: batches that are done stay done when the client disconnects, and the same request again does the rest.
 */
export function createBulkChange(db: Database, policies: FailurePolicySet) {
  const readBatch = (filter: BulkChange['filter'], after: string | undefined) =>
    db
      .select({ id: sources.id, name: sources.name, enabled: sources.enabled })
      .from(sources)
      .where(and(matchesFilter(filter, policies), after === undefined ? undefined : gt(sources.id, after)))
      .orderBy(asc(sources.id))
      .limit(BATCH_SIZE);

  /** Checks the filter again under the lock: another request may have changed a source since it was read. */
  const changeBatch = (ids: string[], enabled: boolean, filter: BulkChange['filter'], actor: string) =>
    db.transaction(async (tx) => {
      const changeSeq = await tickChangeClock(tx);
      const rows = await tx
        .select()
        .from(sources)
        .where(and(inArray(sources.id, ids), eq(sources.enabled, !enabled), matchesFilter(filter, policies)))
        .orderBy(asc(sources.id))
        .for('update');
      await writeDecisions(tx, rows.flatMap(decideOn({ enabled }, actor)), { changeSeq, policies });
      return rows;
    });

  return async (
    { action, filter, dryRun }: BulkChange,
    actor: string,
    signal: AbortSignal,
  ): Promise<BulkAnswer> => {
    const enabled = action === 'enable';
    const answer: BulkAnswer = { dryRun, matched: 0, changed: 0, sample: [] };
    let after: string | undefined;
    for (;;) {
      const batch = await readBatch(filter, after);
      const candidates = batch.filter((source) => source.enabled !== enabled);
      const ids = candidates.map(({ id }) => id);
      const changed =
        dryRun || ids.length === 0 ? candidates : await changeBatch(ids, enabled, filter, actor);
      answer.matched += batch.length;
      answer.changed += changed.length;
      const room = SAMPLE_SIZE - answer.sample.length;
      answer.sample.push(...changed.slice(0, room).map(({ id, name }) => ({ id, name })));
      if (batch.length < BATCH_SIZE || signal.aborted) return answer;
      after = batch.at(-1)?.id;
    }
  };
}

const decideOn = (patch: { enabled: boolean }, actor: string) => (row: SourceRow) => {
  const decision = patchSource(row, patch, null);
  return decision ? [{ row, decision, actor }] : [];
};

import { randomUUID } from 'node:crypto';
import type { BulkUndoAnswer, FailurePolicySet, SourceAction } from '@feedwarden/contracts';
import { type Database, insertRows, Problem, type Transaction } from '@feedwarden/service-kit';
import { asc, eq, getTableColumns, inArray, lt, sql } from 'drizzle-orm';
import { tickChangeClock } from '../follow/change-clock.js';
import { type SourceRow, sources } from '../schema.js';
import type { Decision } from './decision.js';
import { bulkUndo } from './schema.js';
import { type DecidedSource, writeDecisions } from './write-sources.js';

/** Longer than anybody needs to notice. */
const KEPT_FOR = sql`interval '1 day'`;
const BATCH_SIZE = 500;

type Field = keyof Decision['set'];
const COLUMNS = getTableColumns(sources);

/** What the sources are before they change. Written with the change. */
export async function rememberForUndo(tx: Transaction, decided: DecidedSource[], groupId: string) {
  await tx.delete(bulkUndo).where(lt(bulkUndo.at, sql`now() - ${KEPT_FOR}`));
  if (decided.length === 0) return;
  const rows = decided.map(({ row, decision }) => ({
    groupId,
    sourceId: row.id,
    version: row.version + 1,
    before: before(row, decision),
  }));
  await tx.execute(insertRows(bulkUndo, rows));
}

/** The crawler has forgotten the failures of an earlier epoch: it does not come back. */
function before(row: SourceRow, { set }: Decision): Partial<SourceRow> {
  const fields = (Object.keys(set) as Field[]).filter((field) => field !== 'healthEpoch');
  return Object.fromEntries(fields.map((field) => [field, row[field]]));
}

export type UndoMany = ReturnType<typeof createUndoBulk>;

/** Puts back what a change of many has changed, where nothing has changed since. */
export function createUndoBulk(db: Database, policies: FailurePolicySet) {
  const undoBatch = (groupId: string, actor: string, newGroupId: string) =>
    db.transaction(async (tx) => {
      const changeSeq = await tickChangeClock(tx);
      const remembered = await tx
        .delete(bulkUndo)
        .where(
          inArray(
            bulkUndo.sourceId,
            tx
              .select({ id: bulkUndo.sourceId })
              .from(bulkUndo)
              .where(eq(bulkUndo.groupId, groupId))
              .orderBy(asc(bulkUndo.sourceId))
              .limit(BATCH_SIZE),
          ),
        )
        .returning();
      const mine = remembered.filter((one) => one.groupId === groupId);
      const rows = await tx
        .select()
        .from(sources)
        .where(
          inArray(
            sources.id,
            mine.map(({ sourceId }) => sourceId),
          ),
        )
        .orderBy(asc(sources.id))
        .for('update');
      const rowOf = new Map(rows.map((row) => [row.id, row]));
      const decided = mine.flatMap(({ sourceId, version, before }): DecidedSource[] => {
        const row = rowOf.get(sourceId);
        return row?.version === version ? [{ row, decision: putBack(row, before, groupId), actor }] : [];
      });
      await rememberForUndo(tx, decided, newGroupId);
      await writeDecisions(tx, decided, { changeSeq, policies, groupId: newGroupId });
      return { seen: mine.length, undone: decided.length };
    });

  return async (groupId: string, actor: string, signal: AbortSignal): Promise<BulkUndoAnswer> => {
    const answer: BulkUndoAnswer = { undone: 0, changedSince: 0, groupId: randomUUID() };
    for (;;) {
      const { seen, undone } = await undoBatch(groupId, actor, answer.groupId);
      answer.undone += undone;
      answer.changedSince += seen - undone;
      if (seen === 0 || signal.aborted) break;
    }
    if (answer.undone + answer.changedSince === 0)
      throw new Problem(
        404,
        'no change of this id can be undone: it is too long ago, was undone, or never was',
      );
    return answer;
  };
}

function putBack(row: SourceRow, stored: Record<string, unknown>, groupId: string): Decision {
  const set = Object.fromEntries(
    Object.entries(stored).map(([field, value]) => [field, revived(field, value)]),
  );
  return { set, event: { action: actionOf(row, set), evidence: { undoes: groupId } } };
}

/** Times were stored as texts. */
function revived(field: string, value: unknown): unknown {
  const isTime = COLUMNS[field as keyof typeof COLUMNS]?.dataType === 'date';
  return isTime && typeof value === 'string' ? new Date(value) : value;
}

function actionOf(row: SourceRow, { enabled }: Decision['set']): SourceAction {
  if (enabled === undefined || enabled === row.enabled) return 'changed';
  return enabled ? 'source_enabled' : 'source_disabled';
}

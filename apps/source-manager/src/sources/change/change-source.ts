import type { FailurePolicySet, Source } from '@feedwarden/contracts';
import { inBatches } from '@feedwarden/pacing';
import { type Database, isDatabaseTrouble, type Transaction } from '@feedwarden/service-kit';
import { asc } from 'drizzle-orm';
import { tickChangeClock } from '../follow/change-clock.js';
import { hasIdAmong, type SourceRow, sources } from '../schema.js';
import { type ChangeRequest, requireVersion } from '../source-requests.js';
import { sourceView } from '../source-view.js';
import type { Decision } from './decision.js';
import { type DecidedSource, writeDecisions } from './write-sources.js';

type Decide = (row: SourceRow) => Decision | null;

interface Change {
  request: ChangeRequest;
  decide: Decide;
}

/** Null: the source does not exist. */
type Changed = PromiseSettledResult<Source | null>;

/** Locks a source, lets `decide` look at it, and writes the decision. Null: the source does not exist. */
export type ChangeSource = (request: ChangeRequest, decide: Decide) => Promise<Source | null>;

const CHANGED_AT_ONCE = 100;
/** While one commits, the other waits for the change clock. */
const TRANSACTIONS_AT_ONCE = 2;

/**
 * Changes that arrive together share a transaction: they would wait for the change clock one after another, each until
 * the one before has reached the disk. A change that is refused is refused alone.
 */
export function createChangeSource(db: Database, policies: FailurePolicySet): ChangeSource {
  const changeSoon = inBatches(CHANGED_AT_ONCE, changeSeparable, { atOnce: TRANSACTIONS_AT_ONCE });

  return async (request, decide) => {
    const changed = await changeSoon({ request, decide });
    if (changed.status === 'rejected') throw changed.reason;
    return changed.value;
  };

  async function changeSeparable(changes: Change[]): Promise<Changed[]> {
    try {
      return await db.transaction((tx) => changeTogether(tx, changes));
    } catch (reason) {
      if (changes.length === 1 || isDatabaseTrouble(reason))
        return changes.map(() => ({ status: 'rejected', reason }));
      // A change that cannot be written must not take others down.
      const results = [];
      for (const change of changes) results.push(...(await changeSeparable([change])));
      return results;
    }
  }

  async function changeTogether(tx: Transaction, changes: Change[]): Promise<Changed[]> {
    const changeSeq = await tickChangeClock(tx);
    const results = new Map<Change, Changed>();
    for (let left = changes; left.length > 0; ) {
      // Of several changes of one source, each sees what the one before has made.
      const first = new Map(left.toReversed().map((change) => [change.request.id, change]));
      for (const [change, result] of await changeEach(tx, [...first.values()], changeSeq))
        results.set(change, result);
      left = left.filter((change) => !results.has(change));
    }
    return changes.map((change) => results.get(change) as Changed);
  }

  async function changeEach(
    tx: Transaction,
    changes: Change[],
    changeSeq: number,
  ): Promise<Map<Change, Changed>> {
    const rows = await tx
      .select()
      .from(sources)
      .where(hasIdAmong(changes.map(({ request }) => request.id)))
      .orderBy(asc(sources.id))
      .for('update');
    const rowOf = new Map(rows.map((row) => [row.id, row]));
    const results = new Map<Change, Changed>();
    const decided = new Map<Change, DecidedSource>();
    for (const change of changes) {
      const row = rowOf.get(change.request.id);
      const decision = row
        ? settle(() => decideOn(row, change))
        : { status: 'fulfilled' as const, value: null };
      if (decision.status === 'rejected') results.set(change, decision);
      else if (row && decision.value)
        decided.set(change, { row, decision: decision.value, actor: change.request.caller.subject });
      else
        results.set(change, {
          status: 'fulfilled',
          value: row ? sourceView(row, policies, new Date()) : null,
        });
    }
    const written = await writeDecisions(tx, [...decided.values()], { changeSeq, policies });
    const sourceOf = new Map(written.map((source) => [source.id, source]));
    for (const change of decided.keys())
      results.set(change, { status: 'fulfilled', value: sourceOf.get(change.request.id) ?? null });
    return results;
  }
}

function decideOn(row: SourceRow, { request, decide }: Change): Decision | null {
  requireVersion(request.ifMatch, row.version);
  return decide(row);
}

function settle<Value>(work: () => Value): PromiseSettledResult<Value> {
  try {
    return { status: 'fulfilled', value: work() };
  } catch (reason) {
    return { status: 'rejected', reason };
  }
}

import type { FailurePolicySet, NewSource, Source } from '@feedwarden/contracts';
import { whilePaused } from '@feedwarden/feed-health';
import type { Transaction } from '@feedwarden/service-kit';
import { eq, getTableColumns, type SQL, sql } from 'drizzle-orm';
import { recordEvents } from '../../audit/record-events.js';
import { storableJson } from '../../stored-values.js';
import { announce } from '../../webhooks/announce.js';
import { type Transition, transitionOf } from '../../webhooks/transition.js';
import { type SourceRow, sources } from '../schema.js';
import { feedSwitchOf, sourceView } from '../source-view.js';
import type { Decision } from './decision.js';

/** The only way to add sources: each with its event. */
export async function insertSources(
  tx: Transaction,
  added: (NewSource & { id: string })[],
  actor: string,
  changeSeq: number,
): Promise<SourceRow[]> {
  if (added.length === 0) return [];
  const rows = added.map((source) => ({ ...source, ownerId: actor, changeSeq }));
  const inserted = await tx.insert(sources).values(rows).returning();
  const events = added.map(({ id }) => ({ sourceId: id, actor, action: 'created' as const }));
  await recordEvents(tx, events);
  return inserted;
}

export interface DecidedSource {
  row: SourceRow;
  decision: Decision;
  actor: string;
}

interface ChangeContext {
  changeSeq: number;
  /** Of a change of many sources. */
  groupId?: string;
  policies: FailurePolicySet;
}

const COLUMNS = getTableColumns(sources);
type Field = keyof typeof COLUMNS;

/**
 * The only way to change sources: writes the decisions about rows that this transaction has locked, with their events
 * and webhook messages. One statement each, however many sources.
 */
export async function writeDecisions(
  tx: Transaction,
  decided: DecidedSource[],
  { changeSeq, policies, groupId }: ChangeContext,
): Promise<Source[]> {
  if (decided.length === 0) return [];
  const events = decided.map(({ row, decision, actor }) => ({
    sourceId: row.id,
    actor,
    groupId,
    ...decision.event,
  }));
  await recordEvents(tx, events);
  const now = new Date();
  const planned = decided.map(({ row, decision, actor }) => ({
    row,
    actor,
    decision: { ...decision, set: { ...decision.set, ...nextPollAfter(row, decision.set, policies, now) } },
  }));
  const rows = await update(tx, planned, changeSeq);
  const changed = rows.map((row) => sourceView(row, policies, now));
  await announce(tx, transitions(decided, changed));
  return changed;
}

/** What a decision says about the next poll by itself. The rest is the crawler's to report once it has followed. */
function nextPollAfter(
  row: SourceRow,
  set: Decision['set'],
  policies: FailurePolicySet,
  now: Date,
): Pick<Decision['set'], 'nextPollAt' | 'nextPollReason'> {
  const after = { ...row, ...set };
  const feedSwitch = feedSwitchOf(after);
  const paused = whilePaused({ ...after, hasFeed: Boolean(after.feedUrl), feedSwitch }, policies);
  if (paused) return { nextPollAt: paused.at, nextPollReason: paused.reason };
  return after.healthEpoch === row.healthEpoch ? {} : { nextPollAt: now, nextPollReason: 'start' };
}

function transitions(decided: DecidedSource[], changed: Source[]): Transition[] {
  const after = new Map(changed.map((source) => [source.id, source]));
  return decided.flatMap(({ row, decision, actor }) => {
    const source = after.get(row.id);
    const transition = source ? transitionOf(row, source, actor, decision.event) : null;
    return transition ? [transition] : [];
  });
}

function update(tx: Transaction, decided: DecidedSource[], changeSeq: number): Promise<SourceRow[]> {
  const fields = [...new Set(decided.flatMap(({ decision }) => Object.keys(decision.set) as Field[]))];
  // A source whose decision does not set a field keeps its value.
  const values = decided.map(({ row, decision }) => ({ ...row, ...decision.set }));
  return tx
    .update(sources)
    .set({
      ...Object.fromEntries(fields.map((field) => [field, sql`decided.${sql.identifier(field)}`])),
      version: sql`${sources.version} + 1`,
      updatedAt: sql`now()`,
      changeSeq,
    })
    .from(asTable(values, ['id', ...fields]))
    .where(eq(sources.id, sql`decided.id`))
    .returning(COLUMNS);
}

/** One JSON parameter: a statement with a parameter per value takes longer to parse than to run. */
function asTable(values: Partial<SourceRow>[], fields: Field[]): SQL {
  const rows = values.map((value) => Object.fromEntries(fields.map((field) => [field, value[field]])));
  const types = fields.map((field) => sql`${sql.identifier(field)} ${sql.raw(COLUMNS[field].getSQLType())}`);
  return sql`jsonb_to_recordset(${storableJson(rows)}::jsonb) as decided (${sql.join(types, sql`, `)})`;
}

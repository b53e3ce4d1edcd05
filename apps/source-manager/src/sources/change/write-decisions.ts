import type { FailurePolicySet, Source } from '@feedwarden/contracts';
import type { Transaction } from '@feedwarden/service-kit';
import { eq, getTableColumns, type SQL, sql } from 'drizzle-orm';
import { recordEvents } from '../../audit/record-events.js';
import { storableJson } from '../../stored-values.js';
import { announce } from '../../webhooks/announce.js';
import { type Transition, transitionOf } from '../../webhooks/transition.js';
import { type SourceRow, sources } from '../schema.js';
import { sourceView } from '../source-view.js';
import type { Decision } from './decision.js';

export interface DecidedSource {
  row: SourceRow;
  decision: Decision;
}

const COLUMNS = getTableColumns(sources);
type Field = keyof typeof COLUMNS;

interface Circumstances {
  actor: string;
  changeSeq: number;
  policies: FailurePolicySet;
}

/** Writes what was decided about sources that this transaction has locked, and tells of it: however many, one statement each. */
export async function writeDecisions(
  tx: Transaction,
  decided: DecidedSource[],
  { actor, changeSeq, policies }: Circumstances,
): Promise<Source[]> {
  if (decided.length === 0) return [];
  const events = decided.map(({ row, decision }) => ({ sourceId: row.id, ...decision.event }));
  await recordEvents(tx, actor, events);
  const rows = await write(tx, decided, changeSeq);
  const now = new Date();
  const changed = rows.map((row) => sourceView(row, policies, now));
  await announce(tx, transitions(decided, changed, actor));
  return changed;
}

function transitions(decided: DecidedSource[], changed: Source[], actor: string): Transition[] {
  const after = new Map(changed.map((source) => [source.id, source]));
  return decided.flatMap(({ row, decision }) => {
    const source = after.get(row.id);
    const transition = source ? transitionOf(row, source, actor, decision.event) : null;
    return transition ? [transition] : [];
  });
}

function write(tx: Transaction, decided: DecidedSource[], changeSeq: number): Promise<SourceRow[]> {
  const fields = [...new Set(decided.flatMap(({ decision }) => Object.keys(decision.set) as Field[]))];
  // A source whose decision says nothing of a field keeps what it has there.
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

/** As one parameter of JSON: a statement with a parameter for each value takes longer to read than to carry out. */
function asTable(values: Partial<SourceRow>[], fields: Field[]): SQL {
  const rows = values.map((value) => Object.fromEntries(fields.map((field) => [field, value[field]])));
  const types = fields.map((field) => sql`${sql.identifier(field)} ${sql.raw(COLUMNS[field].getSQLType())}`);
  return sql`jsonb_to_recordset(${storableJson(rows)}::jsonb) as decided (${sql.join(types, sql`, `)})`;
}

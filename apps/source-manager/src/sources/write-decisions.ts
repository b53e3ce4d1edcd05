import type { Transaction } from '@feedwarden/service-kit';
import { eq, getTableColumns, type SQL, sql } from 'drizzle-orm';
import { recordEvents } from '../audit/record-events.js';
import type { Decision } from './decision.js';
import { type SourceRow, sources } from './schema.js';
import { storableJson } from './storable-json.js';

export interface DecidedSource {
  row: SourceRow;
  decision: Decision;
}

const COLUMNS = getTableColumns(sources);
type Field = keyof typeof COLUMNS;

/** Writes what was decided about sources that this transaction has locked, and tells of it: however many, one statement. */
export async function writeDecisions(
  tx: Transaction,
  actor: string,
  decided: DecidedSource[],
  changeSeq: number,
): Promise<SourceRow[]> {
  if (decided.length === 0) return [];
  const events = decided.map(({ row, decision }) => ({ sourceId: row.id, ...decision.event }));
  await recordEvents(tx, actor, events);
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

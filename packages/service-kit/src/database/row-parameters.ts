import { getTableColumns, type InferInsertModel, type SQL, sql } from 'drizzle-orm';
import { getTableConfig, type PgTable } from 'drizzle-orm/pg-core';

/** What PostgreSQL refuses in JSON: NUL, and half a surrogate pair. `JSON.stringify` escapes both. */
const UNSTORABLE = /(?<!\\)((?:\\\\)*)\\u(?:0000|d[89a-f][0-9a-f]{2})/g;

/**
 * Rows as one parameter, for `json_to_recordset` and the like: the text of the statement does not depend on their
 * number, so it is prepared once.
 */
export function rowsParameter(rows: readonly unknown[]): SQL {
  return jsonParameter(JSON.stringify(rows));
}

/** The same for rows that are JSON already, as `JSON.stringify` writes it. */
export function jsonParameter(text: string): SQL {
  const suspect = text.includes('\\u0000') || text.includes('\\ud');
  return sql`${suspect ? text.replace(UNSTORABLE, '$1\\ufffd') : text}::text::json`;
}

/** `insert` of these rows, which have the same keys. drizzle's own takes a parameter per value, and much time. */
export function insertRows<Table extends PgTable>(table: Table, rows: InferInsertModel<Table>[]): SQL {
  const columns = getTableColumns(table);
  const keys = Object.keys(rows[0] ?? {}) as (keyof typeof columns & string)[];
  const columnOf = keys.map((key) => [key, columns[key]?.name ?? key] as const);
  const named = rows.map((row: Record<string, unknown>) => {
    const record: Record<string, unknown> = {};
    for (const [key, column] of columnOf) record[column] = row[key];
    return record;
  });
  const names = sql.raw(columnOf.map(([, column]) => `"${column}"`).join(', '));
  const name = sql.identifier(getTableConfig(table).name);
  return sql`
    insert into ${name} (${names})
    select ${names} from json_populate_recordset(null::${name}, ${rowsParameter(named)})`;
}

/** For `on conflict do update`: the new values of these columns. */
export function replacedBy(table: PgTable, keys: readonly string[]): SQL {
  const columns = getTableColumns(table);
  return sql.raw(keys.map((key) => `"${columns[key]?.name}" = excluded."${columns[key]?.name}"`).join(', '));
}

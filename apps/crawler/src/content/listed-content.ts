import { LISTED_CHARS } from '@feedwarden/contracts';
import type { Database } from '@feedwarden/service-kit';
import { asc, desc, getTableColumns, inArray, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { articles } from '../store/content-schema.js';
import { type ContentTable, cursorOf, fitPage, type Position } from './content-page.js';

export type ListedRow<Table extends ContentTable> = Table['$inferSelect'] & { contentIsCut: boolean };

const MAX_CHARS = sql.raw(String(LISTED_CHARS));
/** A character has four bytes at most. */
const MAX_BYTES = sql.raw(String(4 * LISTED_CHARS));
/** Names of fields, ids and times. */
const ROW_BYTES = sql.raw('600');
const POST_ID_BYTES = sql.raw('12');

export interface PageRequest {
  where: SQL | undefined;
  isNewestFirst?: boolean;
  limit: number;
}

/**
 * Reads one page: first the sizes, which PostgreSQL knows without reading the content, and then the rows that fit.
 * `end` is the position of the last one, and `hasMore` is true when others follow.
 */
export async function readPage<Table extends ContentTable>(db: Database, table: Table, request: PageRequest) {
  const { isNewestFirst, limit } = request;
  const sizes: (Position & { bytes: number })[] = await selectSizes(db, table, request);
  const fitting = fitPage(sizes, limit);
  const last = fitting.at(-1);
  const end = last ? cursorOf(last) : null;
  const ids = fitting.map(({ id }) => id);
  return {
    rows: await readListed(db, table, ids, isNewestFirst),
    end,
    nextCursor: fitting.length < sizes.length ? end : null,
  };
}

/** One row more than the limit shows that there is another page. */
export function selectSizes(
  db: Database,
  table: ContentTable,
  { where, isNewestFirst = false, limit }: PageRequest,
) {
  return db
    .select({ id: table.id, batchSeq: table.batchSeq, bytes: listedBytes(table) })
    .from(table)
    .where(where)
    .orderBy(...orderOf(table, isNewestFirst))
    .limit(limit + 1);
}

/** Rows as lists show them: PostgreSQL cuts them, so that long content never gets here. */
export async function readListed<Table extends ContentTable>(
  db: Database,
  table: Table,
  ids: number[],
  isNewestFirst = false,
): Promise<ListedRow<Table>[]> {
  if (ids.length === 0) return [];
  const { body, contentHtml } = table;
  const rows = await db
    .select({
      ...getTableColumns(table as ContentTable),
      body: sql<string>`left(${body}, ${MAX_CHARS})`,
      contentHtml: sql<string | null>`case when ${isLong(contentHtml)} then null else ${contentHtml} end`,
      contentIsCut: sql<boolean>`${isLong(body)} or coalesce(${isLong(contentHtml)}, false)`,
    })
    .from(table as ContentTable)
    .where(inArray(table.id, ids))
    .orderBy(...orderOf(table, isNewestFirst));
  return rows as ListedRow<Table>[];
}

export const contentBytes = ({ body, contentHtml }: ContentTable) =>
  sql<number>`octet_length(${body}) + coalesce(octet_length(${contentHtml}), 0)`;

/** What a row adds to a page, or a little more. `octet_length` reads the length alone, not the text. */
function listedBytes(table: ContentTable) {
  const { body, contentHtml } = table;
  const others = Object.values<PgColumn>(getTableColumns(table as ContentTable)).filter(
    (column) =>
      column !== body && column !== contentHtml && ['PgText', 'PgJsonb'].includes(column.columnType),
  );
  const sizes = others.map((column) => sql`coalesce(octet_length(${column}::text), 0)`);
  if (table === articles)
    sizes.push(
      sql`${POST_ID_BYTES} * (select count(*)::integer from article_posts where article_id = ${table.id})`,
    );
  return sql<number>`${ROW_BYTES} + ${sql.join(sizes, sql` + `)} + least(octet_length(${body}), ${MAX_BYTES})
    + case when octet_length(${contentHtml}) <= ${MAX_BYTES} then octet_length(${contentHtml}) else 0 end`;
}

/** Characters are counted only where there are enough bytes. */
const isLong = (column: PgColumn) =>
  sql`(octet_length(${column}) > ${MAX_CHARS} and char_length(${column}) > ${MAX_CHARS})`;

function orderOf(table: ContentTable, isNewestFirst: boolean): SQL[] {
  const direction = isNewestFirst ? desc : asc;
  return [direction(table.batchSeq), direction(table.id)];
}

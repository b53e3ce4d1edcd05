import { type Database, type FaultLog, rowsParameter } from '@feedwarden/service-kit';
import { sql } from 'drizzle-orm';
import type { ContentTable } from './content-page.js';
import { SANITISER_VERSION } from './safe-html/sanitiser-version.js';

/** One for each, in their order; null where that takes too much. */
export type ToSafeHtml = (list: string[]) => Promise<(string | null)[]>;

export interface SafeContentDeps {
  toSafeHtml: ToSafeHtml;
  faults: FaultLog;
}

interface Content {
  id: number;
  contentHtml: string | null;
  sanitisedBy: number | null;
}

const CANNOT_STORE = 'cannot store sanitised HTML';

/**
 * Rows as they may be shown. Their HTML is sanitised when it is first read, and stored so, not once for every reader.
 * A reader gets it also if it cannot be stored, as on a full disk.
 */
export function createSafeContent(
  db: Database,
  table: ContentTable,
  { toSafeHtml, faults }: SafeContentDeps,
): <Row extends Content>(rows: Row[]) => Promise<Row[]> {
  async function store(sanitised: { id: number; html: string }[]): Promise<void> {
    if (sanitised.length === 0) return;
    try {
      // Another reader may be storing the same rows.
      await db.execute(sql`
        with wanted as (
          select id from ${table} where id in (select id from json_to_recordset(${rowsParameter(sanitised.map(({ id }) => ({ id })))}) as asked(id bigint))
          for update skip locked)
        update ${table} set content_html = safe.html, sanitised_by = ${SANITISER_VERSION}
        from json_to_recordset(${rowsParameter(sanitised)}) as safe(id bigint, html text)
        where ${table}.id = safe.id and ${table}.id in (select id from wanted)`);
      faults.over(CANNOT_STORE);
    } catch (error) {
      faults.report(CANNOT_STORE, error);
    }
  }

  return async (rows) => {
    const unsafe = rows.flatMap(({ id, contentHtml, sanitisedBy }) =>
      contentHtml === null || sanitisedBy === SANITISER_VERSION ? [] : [{ id, contentHtml }],
    );
    if (unsafe.length === 0) return rows;
    const list = await toSafeHtml(unsafe.map(({ contentHtml }) => contentHtml));
    const safe = new Map(unsafe.map(({ id }, place) => [id, list[place] ?? null]));
    // What took too much may be a matter of the moment, such as a crawler that stops: it stays as it is.
    await store([...safe].flatMap(([id, html]) => (html === null ? [] : [{ id, html }])));
    return rows.map((row) => {
      const contentHtml = safe.get(row.id);
      return contentHtml === undefined ? row : { ...row, contentHtml };
    });
  };
}

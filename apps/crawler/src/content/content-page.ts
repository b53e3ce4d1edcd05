import { PAGE_BYTES } from '@feedwarden/contracts';
import { decodeCursor, encodeCursor } from '@feedwarden/service-kit';
import { type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { articles, posts } from '../store/content-schema.js';

/** Both have their content in the same columns, and are listed in the same way. */
export type ContentTable = typeof posts | typeof articles;

/** A place among posts or articles: in the order of the transactions that stored them. */
export interface Position {
  batchSeq: number;
  id: number;
}

const position = z.tuple([z.int().min(0), z.int().min(0)]);

export const cursorOf = ({ batchSeq, id }: Position): string => encodeCursor([batchSeq, id]);

export function afterPosition(table: ContentTable, cursor: string): SQL {
  const [batchSeq, id] = decodeCursor(position, cursor);
  return sql`(${table.batchSeq}, ${table.id}) > (${batchSeq}, ${id})`;
}

export function beforePosition(table: ContentTable, cursor: string): SQL {
  const [batchSeq, id] = decodeCursor(position, cursor);
  return sql`(${table.batchSeq}, ${table.id}) < (${batchSeq}, ${id})`;
}

/** The first rows, as far as `limit` and the bytes of a page allow, and always one. */
export function fitPage<Row extends { bytes: number }>(rows: Row[], limit: number): Row[] {
  let left = PAGE_BYTES;
  const end = rows.findIndex(({ bytes }, place) => {
    left -= bytes;
    return place > 0 && left < 0;
  });
  return rows.slice(0, end === -1 ? limit : Math.min(end, limit));
}

import { decodeCursor, encodeCursor } from '@feedwarden/service-kit';
import { type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { articles, posts } from '../store/content-schema.js';

/** A place among posts or articles: in the order of the transactions that stored them. */
interface Position {
  batchSeq: number;
  id: number;
}

const position = z.tuple([z.int().min(0), z.int().min(0)]);

const cursorOf = ({ batchSeq, id }: Position): string => encodeCursor([batchSeq, id]);

export function afterPosition(table: typeof posts | typeof articles, cursor: string): SQL {
  const [batchSeq, id] = decodeCursor(position, cursor);
  return sql`(${table.batchSeq}, ${table.id}) > (${batchSeq}, ${id})`;
}

export function beforePosition(table: typeof posts, cursor: string): SQL {
  const [batchSeq, id] = decodeCursor(position, cursor);
  return sql`(${table.batchSeq}, ${table.id}) < (${batchSeq}, ${id})`;
}

/** The rows of one page, its end, and the cursor of the next page. One row more than `limit` tells that there is one. */
export function pageFrom<Row extends Position>(rows: Row[], limit: number) {
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  const end = last ? cursorOf(last) : null;
  return { page, end, nextCursor: rows.length > limit ? end : null };
}

import { decodeCursor, encodeCursor } from '@feedwarden/service-kit';
import { type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { articles, posts } from '../store/content-schema.js';

const position = z.tuple([z.int().min(0), z.int().min(0)]);

/** Where a page of posts or articles ended: in the order of the transactions that stored them. */
export const positionOf = ({ batchSeq, id }: { batchSeq: number; id: number }): string =>
  encodeCursor([batchSeq, id]);

export function afterPosition(table: typeof posts | typeof articles, cursor: string): SQL {
  const [batchSeq, id] = decodeCursor(position, cursor);
  return sql`(${table.batchSeq}, ${table.id}) > (${batchSeq}, ${id})`;
}

export function beforePosition(table: typeof posts, cursor: string): SQL {
  const [batchSeq, id] = decodeCursor(position, cursor);
  return sql`(${table.batchSeq}, ${table.id}) < (${batchSeq}, ${id})`;
}

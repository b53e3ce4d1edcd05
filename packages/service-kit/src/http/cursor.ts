import type { z } from 'zod';
import { Problem } from './problem.js';

/** Cursors are opaque to callers: where the last page ended, as base64url of JSON. */
export const encodeCursor = (position: unknown): string =>
  Buffer.from(JSON.stringify(position)).toString('base64url');

export function decodeCursor<Schema extends z.ZodType>(schema: Schema, cursor: string): z.infer<Schema> {
  try {
    return schema.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8')));
  } catch {
    const errors = [{ field: 'cursor', message: 'must be the nextCursor of an earlier answer' }];
    throw new Problem(400, 'the cursor is not one of ours', { errors });
  }
}

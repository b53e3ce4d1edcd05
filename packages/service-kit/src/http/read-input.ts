import type { z } from 'zod';
import { Problem } from './problem.js';

/** Input from a wire, or a problem that names every bad field. */
export function readInput<Schema extends z.ZodType>(
  schema: Schema,
  input: unknown,
  where: 'body' | 'query' | 'headers',
): z.output<Schema> {
  const result = schema.safeParse(input);
  if (result.success) return result.data;
  if (input === undefined)
    throw new Problem(400, `the ${where} is missing`, { errors: [{ field: where, message: 'is missing' }] });
  const errors = result.error.issues.flatMap((issue) =>
    issue.code === 'unrecognized_keys'
      ? issue.keys.map((key) => ({ field: [...issue.path, key].join('.'), message: 'is not a known field' }))
      : [{ field: issue.path.join('.') || where, message: issue.message }],
  );
  const fields = errors.map((error) => error.field).join(', ');
  const verb = where === 'headers' ? 'are' : 'is';
  throw new Problem(400, `the ${where} ${verb} not valid: ${fields}`, { errors });
}

/** Cursors are opaque to callers: where the last page ended, as base64url of JSON. */
export const encodeCursor = (position: unknown): string =>
  Buffer.from(JSON.stringify(position)).toString('base64url');

export function decodeCursor<Schema extends z.ZodType>(schema: Schema, cursor: string): z.infer<Schema> {
  try {
    return schema.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8')));
  } catch {
    const errors = [{ field: 'cursor', message: 'must be the nextCursor of an earlier response' }];
    throw new Problem(400, 'the cursor is not valid', { errors });
  }
}

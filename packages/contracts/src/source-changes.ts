import { z } from 'zod';
import { cursorSchema, pageLimitSchema } from './page.js';
import { sourceSchema } from './source.js';

/** The query string of `GET /api/v1/sources/changes`. Without a cursor the answer starts at the beginning. */
export const sourceChangesQuerySchema = z.strictObject({
  cursor: cursorSchema.optional(),
  limit: pageLimitSchema.default(500),
});
export type SourceChangesQuery = z.infer<typeof sourceChangesQuerySchema>;

export const sourceChangeSchema = z
  .discriminatedUnion('kind', [
    z.object({ kind: z.literal('changed'), source: sourceSchema }),
    z.object({ kind: z.literal('deleted'), id: z.uuid() }),
  ])
  .meta({ id: 'SourceChange' });
export type SourceChange = z.infer<typeof sourceChangeSchema>;

/** `nextCursor` is always given, also when nothing changed: it is where the next question starts. */
export const sourceChangesPageSchema = z.object({
  items: z.array(sourceChangeSchema),
  nextCursor: z.string(),
  more: z.boolean(),
  policyVersion: z.string(),
});
export type SourceChangesPage = z.infer<typeof sourceChangesPageSchema>;

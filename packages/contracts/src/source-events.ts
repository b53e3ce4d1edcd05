import { z } from 'zod';
import { cursorSchema, pageLimitSchema, pageOf } from './page.js';
import { SOURCE_ACTIONS, type SourceAction } from './switches/verdicts.js';

export const sourceActionSchema = z.enum(Object.keys(SOURCE_ACTIONS) as SourceAction[]);

/** Who changed what, when, and on which evidence. */
export const sourceEventSchema = z
  .object({
    id: z.string(),
    sourceId: z.uuid(),
    at: z.iso.datetime(),
    actor: z.string().describe('The subject of the token.'),
    action: sourceActionSchema,
    reason: z.string().nullable(),
    evidence: z.record(z.string(), z.unknown()).nullable().describe('What the decision rests on.'),
  })
  .meta({ id: 'SourceEvent' });
export type SourceEvent = z.infer<typeof sourceEventSchema>;

export const sourceEventPageSchema = pageOf(sourceEventSchema).meta({ id: 'SourceEventPage' });

/** The query string of `GET /api/v1/sources/:id/events`; newest first. */
export const sourceEventQuerySchema = z.strictObject({
  cursor: cursorSchema.optional(),
  limit: pageLimitSchema.default(100),
});
export type SourceEventQuery = z.infer<typeof sourceEventQuerySchema>;

import { z } from 'zod';
import { zonedTimestampSchema } from '../http/fields.js';
import type { OperationTable } from '../http/operation.js';
import { cursorSchema, pageLimitSchema, pageOf } from '../http/page.js';
import { SOURCE_ACTIONS, type SourceAction } from '../switches/verdicts.js';
import { EXAMPLE_SOURCE_ID, exampleCommand } from './example-source.js';
import { sourcePathSchema } from './source-request.js';

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
    evidence: z.record(z.string(), z.unknown()).nullable().describe('The facts behind the decision.'),
    groupId: z.uuid().nullable().describe('The same for all events of one bulk change or import.'),
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

/** An event of any source, with what the source is called now, or was when it was deleted. */
export const namedEventSchema = sourceEventSchema
  .extend({ sourceName: z.string().nullable() })
  .meta({ id: 'NamedEvent' });
export type NamedEvent = z.infer<typeof namedEventSchema>;

/** The query string of `GET /api/v1/events`; newest first. */
export const eventQuerySchema = z.strictObject({
  actor: z.string().min(1).max(255).optional(),
  action: sourceActionSchema.optional(),
  source_id: z.uuid().optional(),
  group_id: z.uuid().optional(),
  since: zonedTimestampSchema.optional().describe('At this time or later.'),
  until: zonedTimestampSchema.optional().describe('At this time or earlier.'),
  cursor: cursorSchema.optional(),
  limit: pageLimitSchema.default(100),
});
export type EventQuery = z.infer<typeof eventQuerySchema>;

const exampleEvent = {
  id: '812',
  sourceId: EXAMPLE_SOURCE_ID,
  at: '2026-02-05T12:00:00.000Z',
  actor: 'crawler',
  action: 'feed_disabled',
  reason: 'not_found',
  evidence: exampleCommand.evidence,
  groupId: null,
};

export const eventOperations = {
  listEvents: {
    method: 'get',
    path: '/api/v1/events',
    scope: 'sources:read',
    summary: 'List who changed which source, when and why',
    description: 'Of all sources, the newest first. Events of removed sources are kept.',
    query: eventQuerySchema,
    answer: {
      status: 200,
      description: 'A page of events.',
      schema: pageOf(namedEventSchema).meta({ id: 'NamedEventPage' }),
    },
    examples: {
      disabled: {
        query: { source_id: EXAMPLE_SOURCE_ID, action: 'feed_disabled' },
        answer: { items: [{ ...exampleEvent, sourceName: 'Example News' }], nextCursor: null },
      },
    },
  },
  listSourceEvents: {
    method: 'get',
    path: '/api/v1/sources/:id/events',
    scope: 'sources:read',
    summary: 'List who changed a source, when and why',
    description: 'Newest first. The events of a removed source are kept.',
    params: sourcePathSchema,
    query: sourceEventQuerySchema,
    answer: { status: 200, description: 'A page of events.', schema: sourceEventPageSchema },
    examples: {
      latest: {
        params: { id: EXAMPLE_SOURCE_ID },
        query: { limit: '10' },
        answer: {
          items: [exampleEvent],
          nextCursor: null,
        },
      },
    },
  },
} satisfies OperationTable;

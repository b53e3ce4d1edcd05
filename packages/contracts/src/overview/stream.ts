import { z } from 'zod';
import type { OperationTable } from '../http/operation.js';
import { needSchema, sourceStatusSchema } from '../sources/source.js';
import { namedEventSchema } from '../sources/source-events.js';
import { overviewSchema } from './overview.js';

/** More than so many sources are not named one by one. */
export const MOST_STREAMED = 200;

const changedSourceSchema = z.object({
  id: z.uuid(),
  version: z.int(),
  status: sourceStatusSchema,
  needsYou: needSchema.nullable(),
});

/** What a message of the stream has in `data`, by its `event`. */
export const streamMessages = {
  /** Sources that changed or were polled; `many`: too many to name, so read again what you show. */
  sources: z.object({ many: z.boolean(), items: z.array(changedSourceSchema) }),
  /** Of the audit trail; the id of the message is the id of the event. */
  event: namedEventSchema,
  /** At most every two seconds, when something has changed. */
  overview: overviewSchema,
  ping: z.object({ at: z.string() }),
} as const;
export type StreamMessages = {
  [Name in keyof typeof streamMessages]: z.infer<(typeof streamMessages)[Name]>;
};

/** The query string of `GET /api/v1/stream`. */
export const streamQuerySchema = z.strictObject({
  seconds: z.coerce
    .number()
    .int()
    .min(1)
    .max(3600)
    .default(300)
    .describe('It ends after so long; an EventSource connects again by itself, and goes on where it was.'),
});

export const streamOperations = {
  followChanges: {
    method: 'get',
    path: '/api/v1/stream',
    scope: 'sources:read',
    slowSeconds: 3600,
    summary: 'Follow what happens, as server-sent events',
    description:
      'Messages `sources`, `event`, `overview` and `ping`, with JSON in `data`. With `Last-Event-ID` it begins with the ' +
      'events since; when there were too many, with `sources` and `many`.',
    query: streamQuerySchema,
    headers: z.object({
      'Last-Event-ID': z
        .string()
        .regex(/^\d{1,15}$/, 'must be the id of a message')
        .optional()
        .describe('The id of the last message you have seen.'),
    }),
    answer: {
      status: 200,
      description: 'The messages.',
      schema: z.string(),
      mediaType: 'text/event-stream',
    },
    problems: { 503: 'A hundred streams are open already, or the service is stopping.' },
    examples: { aSecond: { query: { seconds: '1' } } },
  },
} satisfies OperationTable;

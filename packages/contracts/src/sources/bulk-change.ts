import { z } from 'zod';
import type { OperationTable } from '../http/operation.js';
import { EXAMPLE_SOURCE_ID } from './example-source.js';
import { sourceStatusSchema } from './source.js';
import { hostSchema, MAX_ALTERNATIVES, searchSchema } from './source-query.js';
import { sourceTypeSchema } from './source-types.js';

const oneOrMore = <Item extends z.ZodType>(item: Item) =>
  z.union([item, z.array(item).min(1).max(MAX_ALTERNATIVES)]).transform((given) => [given].flat());

const bulkFilterSchema = z
  .strictObject({
    feed_active: z.boolean().optional(),
    enabled: z.boolean().optional(),
    status: oneOrMore(sourceStatusSchema).optional(),
    type: oneOrMore(sourceTypeSchema).optional(),
    host: oneOrMore(hostSchema).optional(),
    q: searchSchema.optional(),
    all: z.literal(true).optional(),
  })
  .refine(
    ({ all, ...filters }) => (all === true) !== Object.keys(filters).length > 0,
    'must have at least one filter, or be {"all": true}',
  );

/** The body of `POST /api/v1/sources/bulk`. Nothing is meant by default: all sources have to be named as all. */
export const bulkChangeSchema = z
  .strictObject({
    action: z.enum(['enable', 'disable']),
    filter: bulkFilterSchema.describe('The filters of the list of sources.'),
    dryRun: z.boolean().default(false).describe('Only report what would happen.'),
  })
  .meta({ id: 'BulkChange' });
export type BulkChange = z.infer<typeof bulkChangeSchema>;
export type BulkChangeInput = z.input<typeof bulkChangeSchema>;

export const bulkAnswerSchema = z
  .object({
    dryRun: z.boolean(),
    matched: z.int(),
    changed: z.int().describe('The other sources were in this state before.'),
    sample: z.array(z.object({ id: z.uuid(), name: z.string() })).describe('The first changed sources.'),
  })
  .meta({ id: 'BulkAnswer' });
export type BulkAnswer = z.infer<typeof bulkAnswerSchema>;

export const bulkOperations = {
  changeManySources: {
    method: 'post',
    path: '/api/v1/sources/bulk',
    scope: 'sources:write',
    slowSeconds: 600,
    summary: 'Enable or disable all sources that match a filter',
    description:
      'Has the same effect on each source as a PATCH of `enabled`. After an interruption, send it again: ' +
      'it does what is left to do.',
    body: { schema: bulkChangeSchema },
    answer: { status: 200, description: 'How many, with a sample.', schema: bulkAnswerSchema },
    examples: {
      tryFirst: {
        summary: 'What would be disabled if a host were paused',
        body: { action: 'disable', filter: { host: 'news.example' }, dryRun: true },
        answer: {
          dryRun: true,
          matched: 1,
          changed: 1,
          sample: [{ id: EXAMPLE_SOURCE_ID, name: 'Example News' }],
        },
      },
    },
  },
} satisfies OperationTable;

import { z } from 'zod';
import type { OperationTable } from '../http/operation.js';
import { errorTypeSchema, failureTypeSchema } from '../policies/error-types.js';
import { EXAMPLE_SOURCE_ID } from './example-source.js';
import { sourceSettings, sourceStatusSchema } from './source.js';
import { hostSchema, MAX_ALTERNATIVES, searchSchema } from './source-query.js';
import { sourceTypeSchema } from './source-types.js';

const oneOrMore = <Item extends z.ZodType>(item: Item, most = MAX_ALTERNATIVES) =>
  z.union([item, z.array(item).min(1).max(most)]).transform((given) => [given].flat());

/** As many as a person may have selected one by one. */
const MOST_CHOSEN = 1000;

const bulkFilterSchema = z
  .strictObject({
    feed_active: z.boolean().optional(),
    enabled: z.boolean().optional(),
    status: oneOrMore(sourceStatusSchema).optional(),
    type: oneOrMore(sourceTypeSchema).optional(),
    host: oneOrMore(hostSchema).optional(),
    q: searchSchema.optional(),
    error_type: oneOrMore(errorTypeSchema).optional(),
    failure_type: failureTypeSchema.optional(),
    needs_you: z.boolean().optional(),
    polled: z.boolean().optional(),
    ids: oneOrMore(z.uuid(), MOST_CHOSEN).optional(),
    all: z.literal(true).optional(),
  })
  .refine(
    ({ all, ...filters }) => (all === true) !== Object.keys(filters).length > 0,
    'must have at least one filter, or be {"all": true}',
  );

export const BULK_ACTIONS = ['enable', 'disable', 'feed-enable', 'release', 'set'] as const;
const { pollIntervalMinutes, failurePolicy } = sourceSettings;
const settingsToSet = z
  .strictObject({ pollIntervalMinutes, failurePolicy })
  .partial()
  .refine((set) => Object.keys(set).length > 0, 'must set something');

/** The body of `POST /api/v1/sources/bulk`. Nothing is meant by default: all sources have to be named as all. */
export const bulkChangeSchema = z
  .strictObject({
    action: z
      .enum(BULK_ACTIONS)
      .describe(
        '`enable` and `disable` change `enabled`; `feed-enable` ends cooldowns, `release` quarantines; `set` changes settings.',
      ),
    set: settingsToSet.optional().describe('With the action `set`.'),
    filter: bulkFilterSchema.describe('The filters of the list of sources.'),
    dryRun: z.boolean().default(false).describe('Only report what would happen.'),
  })
  .refine(({ action, set }) => (action === 'set') === (set !== undefined), {
    path: ['set'],
    message: 'goes with the action set, and with no other',
  })
  .meta({ id: 'BulkChange' });
export type BulkChange = z.infer<typeof bulkChangeSchema>;
export type BulkChangeInput = z.input<typeof bulkChangeSchema>;

export const bulkAnswerSchema = z
  .object({
    dryRun: z.boolean(),
    matched: z.int(),
    changed: z.int().describe('The other sources were in this state before.'),
    groupId: z
      .uuid()
      .nullable()
      .describe('Of the events; what can be undone for a day. null: nothing was changed.'),
    sample: z.array(z.object({ id: z.uuid(), name: z.string() })).describe('The first changed sources.'),
  })
  .meta({ id: 'BulkAnswer' });
export type BulkAnswer = z.infer<typeof bulkAnswerSchema>;

/** The body of `POST /api/v1/sources/bulk/undo`. */
export const bulkUndoSchema = z.strictObject({ groupId: z.uuid() }).meta({ id: 'BulkUndo' });

export const bulkUndoAnswerSchema = z
  .object({
    undone: z.int(),
    changedSince: z.int().describe('Left as they are.'),
    groupId: z.uuid().describe('Of the events of this undoing, which can be undone in turn.'),
  })
  .meta({ id: 'BulkUndoAnswer' });
export type BulkUndoAnswer = z.infer<typeof bulkUndoAnswerSchema>;

/** The change of the examples; the tests put a real one in its place. */
export const EXAMPLE_GROUP_ID = 'd0b1f9a2-6f0e-4d57-8a4c-2c9f6a1e7b33';

export const bulkOperations = {
  changeManySources: {
    method: 'post',
    path: '/api/v1/sources/bulk',
    scope: 'sources:write',
    slowSeconds: 600,
    summary: 'Change all sources that match a filter',
    description:
      'Has the same effect on each source as changing it alone. After an interruption, send it again: ' +
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
          groupId: null,
          sample: [{ id: EXAMPLE_SOURCE_ID, name: 'Example News' }],
        },
      },
    },
  },
  undoManySources: {
    method: 'post',
    path: '/api/v1/sources/bulk/undo',
    scope: 'sources:write',
    slowSeconds: 600,
    summary: 'Undo a change of many sources',
    description:
      'Within a day. Sources that were changed or deleted since are left as they are. Polls since then are not ' +
      'undone: a feed whose failures were forgotten begins to count anew.',
    body: { schema: bulkUndoSchema },
    answer: { status: 200, description: 'How many were as before.', schema: bulkUndoAnswerSchema },
    problems: { 404: 'No change of this id can be undone: it is too long ago, was undone, or never was.' },
    examples: {
      justChanged: {
        body: { groupId: EXAMPLE_GROUP_ID },
        answer: { undone: 1, changedSince: 0, groupId: EXAMPLE_GROUP_ID },
      },
    },
  },
} satisfies OperationTable;

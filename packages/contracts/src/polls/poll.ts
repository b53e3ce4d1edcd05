import { z } from 'zod';
import { timestampSchema } from '../http/fields.js';
import { errorLevelSchema, errorTypeSchema, failureTypeSchema } from '../policies/error-types.js';
import { VERDICT_ACTIONS } from '../switches/verdicts.js';
import { blameSchema, pollRoleSchema } from './blame.js';

const idsSchema = z.union([z.string(), z.array(z.string())]).transform((given, context): string[] => {
  const texts = [given].flat().flatMap((text) => text.split(','));
  const ids = z.array(z.uuid('must be ids of sources')).min(1).max(MAX_FEEDS).safeParse(texts);
  if (ids.success) return ids.data.map((id) => id.toLowerCase());
  for (const { message } of ids.error.issues) context.addIssue({ code: 'custom', message });
  return z.NEVER;
});

/** Why a poll failed. */
export const pollErrorSchema = z
  .object({
    type: errorTypeSchema,
    level: errorLevelSchema,
    failureType: failureTypeSchema,
    code: z.string().describe('The error in detail, like `timeout`, `not_a_feed` or `no_links`.'),
    statusCode: z.int().describe('0 without an HTTP response.'),
    url: z.string(),
    message: z.string(),
    retryAfterAt: timestampSchema.nullable(),
  })
  .meta({ id: 'PollError', description: 'Why a poll failed.' });

export const nextPollReasonSchema = z
  .enum([
    'start',
    'interval',
    'backoff',
    'retry_after',
    'fresh_until',
    'feed_ttl',
    'skip_hours',
    'cooldown',
    'manually_disabled',
    'quarantined',
    'source_disabled',
    'no_feed',
  ])
  .meta({ id: 'NextPollReason', description: 'Why the next poll is at that time.' });
export type NextPollReason = z.infer<typeof nextPollReasonSchema>;

/** What a poll made us do. */
export const pollDecisionSchema = z
  .enum(['none', ...VERDICT_ACTIONS])
  .meta({ id: 'PollDecision', description: 'What was decided after the poll.' });
export type PollDecision = z.infer<typeof pollDecisionSchema>;

/** One poll as it is remembered: the evidence for what was decided. */
export const pastPollSchema = z
  .object({
    at: timestampSchema,
    outcome: z.enum(['stored', 'unchanged', 'failed']),
    errorType: errorTypeSchema.nullable(),
    code: z.string().nullable(),
    statusCode: z.int().describe('0 without an HTTP response.'),
    durationMs: z.int(),
    bytes: z.int(),
    newPosts: z.int(),
    emptyEntries: z.int().describe('Entries of the feed without any content: they are not stored.'),
    decision: pollDecisionSchema,
    blame: blameSchema.nullable().describe('null: it did not fail.'),
    incidentId: z.uuid().nullable().describe('The incident that the failure is a part of.'),
    role: pollRoleSchema,
  })
  .meta({ id: 'PastPoll' });
export type PastPoll = z.infer<typeof pastPollSchema>;

/** The answer of `GET /api/v1/feeds/:sourceId`, newest poll first. */
export const feedStateSchema = z
  .object({
    sourceId: z.uuid(),
    feedUrl: z.string().nullable(),
    consecutiveFailures: z.int(),
    typeStreak: z.int().describe('Failures of the last error type in a row.'),
    permanentStreak: z.int().describe('Permanent failures in a row.'),
    lastFailureType: failureTypeSchema.nullable(),
    lastErrorType: errorTypeSchema.nullable(),
    lastError: z.string().nullable(),
    lastPolledAt: timestampSchema.nullable(),
    lastSuccessAt: timestampSchema.nullable(),
    failingSince: timestampSchema.nullable(),
    feedDisabledAt: timestampSchema.nullable(),
    feedDisableReason: z.string().nullable(),
    nextPollAt: timestampSchema.nullable(),
    nextPollReason: nextPollReasonSchema,
    quarantinedAt: timestampSchema.nullable(),
    enabled: z.boolean(),
    movedTo: z.string().nullable().describe('Where permanent redirects lead; null: there are none.'),
    movedSince: timestampSchema.nullable(),
    proposedFeedUrl: z
      .string()
      .nullable()
      .describe('What is proposed on the source: the feed that the last page declared, or `movedTo`.'),
    proposedSince: timestampSchema.nullable(),
  })
  .meta({ id: 'FeedState' });
export type FeedState = z.infer<typeof feedStateSchema>;

export const feedHistorySchema = feedStateSchema
  .extend({ recentPolls: z.array(pastPollSchema) })
  .meta({ id: 'FeedHistory' });
export type FeedHistory = z.infer<typeof feedHistorySchema>;

/** How many feeds can be asked for at once. */
export const MAX_FEEDS = 100;
/** How many polls of a feed are remembered. */
export const POLLS_REMEMBERED = 50;

/** The query string of `GET /api/v1/feeds`. */
export const feedsQuerySchema = z.strictObject({
  source_ids: idsSchema.describe(`At most ${MAX_FEEDS}, separated by commas.`),
  polls: z.coerce
    .number()
    .int()
    .min(0)
    .max(POLLS_REMEMBERED)
    .default(POLLS_REMEMBERED)
    .describe('The last polls of each.'),
});
export type FeedsQuery = z.infer<typeof feedsQuerySchema>;

export const feedListSchema = z
  .object({
    items: z
      .array(feedHistorySchema)
      .describe('In the order of the ids; those that the crawler does not know are left out.'),
  })
  .meta({ id: 'FeedList' });
export type FeedList = z.infer<typeof feedListSchema>;

/** The query string of `GET /api/v1/upcoming`. */
export const upcomingQuerySchema = z.strictObject({
  hours: z.coerce.number().int().min(1).max(72).default(24),
  limit: z.coerce.number().int().min(0).max(100).default(20).describe('How many of the next polls to name.'),
});
export type UpcomingQuery = z.infer<typeof upcomingQuerySchema>;

/** What will be polled when. */
export const upcomingSchema = z
  .object({
    at: timestampSchema,
    hours: z
      .array(
        z.object({
          from: timestampSchema,
          retries: z.int().describe('Of feeds that fail.'),
          probes: z.int().describe('Of feeds whose cooldown ends.'),
        }),
      )
      .describe('From now on. What is due already is in the first.'),
    next: z
      .array(
        z.object({
          sourceId: z.uuid(),
          at: timestampSchema,
          reason: nextPollReasonSchema,
          kind: z.enum(['retry', 'probe']),
        }),
      )
      .describe('Feeds in trouble, the next to be polled first.'),
  })
  .meta({ id: 'Upcoming' });
export type Upcoming = z.infer<typeof upcomingSchema>;

/** The answer of `POST /api/v1/feeds/:sourceId/poll`. */
export const pollAnswerSchema = z
  .object({
    outcome: z.enum(['stored', 'unchanged', 'failed']),
    newPosts: z.int(),
    error: pollErrorSchema.nullable(),
    decision: pollDecisionSchema,
    feed: feedStateSchema,
  })
  .meta({ id: 'PollAnswer' });
export type PollAnswer = z.infer<typeof pollAnswerSchema>;

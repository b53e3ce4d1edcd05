import { z } from 'zod';
import { errorLevelSchema, errorTypeSchema, failureTypeSchema } from './error-type.js';

const timestampSchema = z.iso.datetime();

/** What a poll that failed says about the remote. */
export const pollErrorSchema = z.object({
  type: errorTypeSchema,
  level: errorLevelSchema,
  failureType: failureTypeSchema,
  code: z.string(),
  statusCode: z.int(),
  url: z.string(),
  message: z.string(),
  retryAfterAt: timestampSchema.nullable(),
});

export const nextPollReasonSchema = z.enum([
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
]);
export type NextPollReason = z.infer<typeof nextPollReasonSchema>;

/** What a poll made us do. */
export const pollDecisionSchema = z.enum([
  'none',
  'feed_disabled',
  'cooldown_renewed',
  'feed_enabled',
  'source_disabled',
  'quarantined',
  'released',
  'moved',
]);
export type PollDecision = z.infer<typeof pollDecisionSchema>;

/** One poll as it is remembered: the evidence for what was decided. */
export const pastPollSchema = z.object({
  at: timestampSchema,
  outcome: z.enum(['stored', 'unchanged', 'failed']),
  errorType: errorTypeSchema.nullable(),
  code: z.string().nullable(),
  /** 0 when no HTTP answer was had. */
  statusCode: z.int(),
  durationMs: z.int(),
  bytes: z.int(),
  newPosts: z.int(),
  decision: pollDecisionSchema,
});
export type PastPoll = z.infer<typeof pastPollSchema>;

/** The answer of `GET /api/v1/feeds/:sourceId`, newest poll first. */
export const feedStateSchema = z.object({
  sourceId: z.uuid(),
  feedUrl: z.string().nullable(),
  consecutiveFailures: z.int(),
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
  /** Where permanent redirects lead, and since when; null: nowhere. */
  movedTo: z.string().nullable(),
  movedSince: timestampSchema.nullable(),
});
export type FeedState = z.infer<typeof feedStateSchema>;

export const feedHistorySchema = feedStateSchema.extend({ recentPolls: z.array(pastPollSchema) });
export type FeedHistory = z.infer<typeof feedHistorySchema>;

/** The answer of `POST /api/v1/feeds/:sourceId/poll`. */
export const pollAnswerSchema = z.object({
  outcome: z.enum(['stored', 'unchanged', 'failed']),
  newPosts: z.int(),
  error: pollErrorSchema.nullable(),
  decision: pollDecisionSchema,
  feed: feedStateSchema,
});
export type PollAnswer = z.infer<typeof pollAnswerSchema>;

import { z } from 'zod';
import { timestampSchema } from '../http/fields.js';
import { pageOf } from '../http/page.js';
import { errorTypeSchema, failureTypeSchema } from '../policies/error-types.js';
import { policyNameSchema } from '../policies/failure-policies.js';
import { nextPollReasonSchema } from '../polls/poll.js';
import { DEFAULT_SOURCE_TYPE, sourceTypeSchema } from './source-types.js';
import { LONGEST_URL, optionalUrlSchema } from './web-url.js';

/** Derived, never stored: what a person wants to know first. */
export const sourceStatusSchema = z
  .enum(['healthy', 'failing', 'cooling_down', 'probing', 'quarantined', 'disabled', 'no_feed'])
  .meta({
    id: 'SourceStatus',
    description:
      '`probing`: the cooldown is over, but no poll has succeeded yet. `no_feed`: there is no `feedUrl` to poll.',
  });
export type SourceStatus = z.infer<typeof sourceStatusSchema>;

/** Why a source needs a person: nothing of this ends by itself. */
export const needSchema = z.enum(['unexpected', 'quarantined', 'disabled_by_policy']).meta({
  id: 'Need',
  description:
    'Why a source needs a person: it fails unexpectedly and is never taken out of polling, is quarantined, or was disabled by its policy.',
});
export type Need = z.infer<typeof needSchema>;

/** What a person decides about a source. */
export const sourceSettings = {
  name: z
    .string()
    .trim()
    .min(1)
    .max(200)
    .regex(/^[^\p{Cc}\p{Cs}]*$/u, 'must not contain control characters or unpaired surrogates'),
  type: sourceTypeSchema,
  feedUrl: optionalUrlSchema.describe(
    'What is polled, whatever the type. A user and password in it are masked (`***@`) for tokens without `sources:write`.',
  ),
  siteUrl: optionalUrlSchema.describe('The web page of the source.'),
  enabled: z.boolean(),
  pollIntervalMinutes: z.int().min(1).max(43_200).nullable().describe('null: the default of the crawler.'),
  pollDelaySeconds: z
    .number()
    .min(0)
    .max(3600)
    .nullable()
    .describe('Delay between this poll and the next one of the same host.'),
  maxFailures: z.int().min(1).max(1000).nullable().describe('Overrides the limit of the failure policy.'),
  maxBackoffHours: z
    .int()
    .min(1)
    .max(720)
    .nullable()
    .describe('Limit of the interval that doubles with each failure.'),
  articleSelector: z
    .string()
    .trim()
    .min(1)
    .max(500)
    .regex(/^[^\p{Cc}\p{Cs}]*$/u, 'must not contain control characters or unpaired surrogates')
    .nullable()
    .describe('A CSS selector for the article links of a watchlist; null: a heuristic finds them.'),
  aggregate: z
    .boolean()
    .nullable()
    .describe(
      'True: its posts become one digest; false: one article each; null: the default of its type, true for timelines of X, also when Nitter serves them.',
    ),
  failurePolicy: policyNameSchema.nullable().describe('null: the default of source-manager.'),
};

export const newSourceSchema = z
  .strictObject({
    name: sourceSettings.name,
    type: sourceSettings.type.default(DEFAULT_SOURCE_TYPE),
    feedUrl: sourceSettings.feedUrl.default(null),
    siteUrl: sourceSettings.siteUrl.default(null),
    enabled: sourceSettings.enabled.default(true),
    pollIntervalMinutes: sourceSettings.pollIntervalMinutes.default(null),
    pollDelaySeconds: sourceSettings.pollDelaySeconds.default(null),
    maxFailures: sourceSettings.maxFailures.default(null),
    maxBackoffHours: sourceSettings.maxBackoffHours.default(null),
    articleSelector: sourceSettings.articleSelector.default(null),
    aggregate: sourceSettings.aggregate.default(null),
    failurePolicy: sourceSettings.failurePolicy.default(null),
  })
  .meta({ id: 'NewSource' });
export type NewSource = z.infer<typeof newSourceSchema>;
export type NewSourceInput = z.input<typeof newSourceSchema>;

export const sourcePatchSchema = z
  .strictObject(sourceSettings)
  .partial()
  .refine((patch) => Object.keys(patch).length > 0, 'must change at least one field')
  .meta({ id: 'SourcePatch', minProperties: 1 });
export type SourcePatch = z.infer<typeof sourcePatchSchema>;

/** What the crawler has seen of a source, as it reports it. */
export const sourceHealthFields = {
  consecutiveFailures: z.int32().min(0),
  lastFailureType: failureTypeSchema.nullable(),
  lastErrorType: errorTypeSchema.nullable(),
  lastError: z.string().nullable(),
  lastPolledAt: timestampSchema.nullable(),
  lastSuccessAt: timestampSchema.nullable(),
  failingSince: timestampSchema.nullable(),
  nextPollAt: timestampSchema
    .nullable()
    .describe('As the crawler has reported it; null: not before something changes, or not reported yet.'),
  nextPollReason: nextPollReasonSchema.nullable(),
  proposedFeedUrl: z
    .string()
    .max(LONGEST_URL)
    .nullable()
    .describe(
      'Another address for `feedUrl`: where its permanent redirects lead, or the feed that the page at `feedUrl` declares.',
    ),
  proposedSince: timestampSchema.nullable(),
};

export const sourceSchema = z
  .object({
    id: z.uuid(),
    ...sourceSettings,
    ownerId: z.string().describe('The subject of the token that created it.'),
    createdAt: timestampSchema,
    updatedAt: timestampSchema,
    version: z.int().describe('Incremented by each change of the source, not by health reports.'),
    status: sourceStatusSchema,
    needsYou: needSchema.nullable().describe('Why a person should look; null: nobody needs to.'),
    disabledReason: z.string().nullable().describe('Why `enabled` is false, in words.'),
    feedDisabledAt: timestampSchema.nullable(),
    feedDisableReason: z.string().nullable().describe('An error type, or `manual`.'),
    feedRetryAt: timestampSchema.nullable().describe('When the cooldown ends; null: never by itself.'),
    quarantinedAt: timestampSchema.nullable(),
    ...sourceHealthFields,
    // A crawler that sees a higher number than its own forgets the failures it remembers and polls at once.
    healthEpoch: z.int().describe('Incremented whenever a person gives the source a fresh start.'),
  })
  .meta({ id: 'Source' });
export type Source = z.infer<typeof sourceSchema>;

export const sourcePageSchema = pageOf(sourceSchema)
  .extend({
    total: z
      .int()
      .optional()
      .describe(
        'How many sources the filters find, on all pages; 100000: at least so many. With `count=true`.',
      ),
  })
  .meta({ id: 'SourcePage' });
export type SourcePage = z.infer<typeof sourcePageSchema>;

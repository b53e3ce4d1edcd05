import { z } from 'zod';
import { timestampSchema } from '../http/fields.js';
import { errorTypeSchema } from '../policies/error-types.js';
import { webUrlSchema } from '../sources/web-url.js';

/** The poll that made a crawler decide. */
export const evidenceSchema = z
  .object({
    consecutiveFailures: z.int().optional(),
    typeStreak: z.int().optional(),
    permanentStreak: z.int().optional(),
    errorType: errorTypeSchema.optional(),
    code: z.string().max(100).optional(),
    statusCode: z.int().optional(),
    error: z.string().max(2000).optional(),
    movedFrom: z.string().max(2048).optional(),
    movedTo: z.string().max(2048).optional(),
  })
  .meta({ id: 'Evidence', description: 'The poll that made a crawler decide.' });
export type Evidence = z.infer<typeof evidenceSchema>;

/**
 * What a crawler adds to its commands: they may be delivered late and more than once. One that was decided before a
 * person gave the source a fresh start (another `healthEpoch`) is refused; the same `commandId` is carried out once.
 */
export const crawlerCommandSchema = z
  .strictObject({
    commandId: z.uuid(),
    healthEpoch: z.int32().min(0),
    decidedAt: timestampSchema,
    evidence: evidenceSchema.optional(),
  })
  .meta({
    id: 'CrawlerCommand',
    description: 'Sent by crawlers only, so that a command can be delivered late and more than once.',
  });
export type CrawlerCommand = z.infer<typeof crawlerCommandSchema>;

/** A person's reason is `manual`: it has no cooldown. An unknown reason cools down like a day's pause. */
export const MANUAL_REASON = 'manual';

export const feedDisableSchema = z
  .strictObject({
    reason: z
      .string()
      .max(40)
      .regex(
        /^[a-z][a-z0-9_]*$/,
        'must be lower-case letters, digits and underscores, like not_found or manual',
      ),
    command: crawlerCommandSchema.optional(),
  })
  .meta({ id: 'FeedDisable' });
export type FeedDisable = z.infer<typeof feedDisableSchema>;

export const feedEnableSchema = z.strictObject({ command: crawlerCommandSchema.optional() });
export type FeedEnable = z.infer<typeof feedEnableSchema>;

/** Ends a quarantine. */
export const releaseSchema = feedEnableSchema;
export type Release = FeedEnable;

/** Longer reasons in words are refused. */
export const MAX_REASON_CHARS = 500;
const words = z.string().trim().min(1).max(MAX_REASON_CHARS);

export const quarantineSchema = z.strictObject({
  reason: words.optional(),
  command: crawlerCommandSchema.optional(),
});
export type Quarantine = z.infer<typeof quarantineSchema>;

/** `enabled = false` by a crawler, with the reason in words. Only a person ends it. */
export const autoDisableSchema = z.strictObject({ reason: words, command: crawlerCommandSchema });
export type AutoDisable = z.infer<typeof autoDisableSchema>;

/** A feed's permanent redirects have held long enough. It moves only from where the crawler found it. */
export const moveFeedSchema = z.strictObject({
  from: z.string().max(2048),
  to: webUrlSchema,
  command: crawlerCommandSchema,
});
export type MoveFeed = z.infer<typeof moveFeedSchema>;

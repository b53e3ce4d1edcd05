import { z } from 'zod';
import { cursorSchema, pageLimitSchema, pageOf } from '../http/page.js';
import { sourceSchema } from '../sources/source.js';
import { sourceActionSchema } from '../sources/source-events.js';
import { WEBHOOK_EVENTS } from '../switches/verdicts.js';

/** What a webhook can hear of: transitions, never a state that stays as it is. */
export const webhookEventSchema = z.enum(WEBHOOK_EVENTS).meta({ id: 'WebhookEvent' });

/** As in the Standard Webhooks specification. The signature covers `id.timestamp.body`. */
export const WEBHOOK_HEADERS = {
  id: 'webhook-id',
  timestamp: 'webhook-timestamp',
  signature: 'webhook-signature',
} as const;

const SECRET_PREFIX = 'whsec_';
const SECRET_BYTES = { min: 24, max: 64 };

const NOT_A_SECRET = `must be ${SECRET_PREFIX} and ${SECRET_BYTES.min} to ${SECRET_BYTES.max} bytes in base64`;

/** As in the Standard Webhooks specification. */
const webhookSecretSchema = z
  .string()
  .regex(new RegExp(`^${SECRET_PREFIX}[A-Za-z\\d+/]{2,86}={0,2}$`), { error: NOT_A_SECRET, abort: true })
  .refine((secret) => isBase64(secret.slice(SECRET_PREFIX.length)), NOT_A_SECRET);

/** With padding, and of a length that is allowed. */
function isBase64(text: string): boolean {
  const bytes = (text.length * 3) / 4 - (text.split('=').length - 1);
  return text.length % 4 === 0 && bytes >= SECRET_BYTES.min && bytes <= SECRET_BYTES.max;
}

const receiverUrlSchema = z
  .url({ protocol: /^https?$/, error: 'must be an http or https URL' })
  .max(2048)
  .refine((url) => !/^https?:\/*[^/?#]*@/i.test(url), 'must not contain a user name or a password');

/** The body of `POST /api/v1/webhooks`. */
export const newWebhookSchema = z
  .strictObject({
    url: receiverUrlSchema,
    events: z
      .array(webhookEventSchema)
      .min(1)
      .max(20)
      .transform((events) => [...new Set(events)])
      .default(() => [...webhookEventSchema.options]),
    secret: webhookSecretSchema
      .optional()
      .describe('Signs the messages: `whsec_` and 24 to 64 bytes in base64. Generated when not given.'),
  })
  .meta({ id: 'NewWebhook' });
export type NewWebhook = z.infer<typeof newWebhookSchema>;
export type NewWebhookInput = z.input<typeof newWebhookSchema>;

export const webhookSchema = z
  .object({
    id: z.uuid(),
    url: z.string(),
    events: z.array(webhookEventSchema),
    createdAt: z.iso.datetime(),
    goneAt: z.iso
      .datetime()
      .nullable()
      .describe('When the receiver responded with 410: nothing is sent to it any more.'),
    failuresInARow: z.int().describe('Failed attempts in a row; the delay between them grows.'),
  })
  .meta({ id: 'Webhook' });
export type Webhook = z.infer<typeof webhookSchema>;
export const webhookPageSchema = pageOf(webhookSchema);

/** The answer to the creation, and the only one that ever shows the secret. */
export const createdWebhookSchema = webhookSchema
  .extend({ secret: z.string() })
  .meta({ id: 'CreatedWebhook' });
export type CreatedWebhook = z.infer<typeof createdWebhookSchema>;

/** What came of one attempt to reach a receiver. */
export const webhookAttemptSchema = z
  .object({
    delivered: z.boolean(),
    status: z.int().nullable().describe('The HTTP status; null without a response.'),
    error: z.string().nullable(),
    durationMs: z.int(),
  })
  .meta({ id: 'WebhookAttempt' });
export type WebhookAttempt = z.infer<typeof webhookAttemptSchema>;

export const webhookDeliverySchema = z
  .object({
    id: z.uuid(),
    event: webhookEventSchema,
    sourceId: z.uuid(),
    at: z.iso.datetime(),
    state: z.enum(['waiting', 'delivered', 'given_up']),
    attempts: z.int(),
    nextAttemptAt: z.iso.datetime().nullable(),
    lastAttempt: webhookAttemptSchema.nullable(),
  })
  .meta({ id: 'WebhookDelivery' });
export type WebhookDelivery = z.infer<typeof webhookDeliverySchema>;
export const webhookDeliveryPageSchema = pageOf(webhookDeliverySchema);

/** The query string of `GET /api/v1/webhooks/:id/deliveries`; newest first. */
export const webhookDeliveryQuerySchema = z.strictObject({
  cursor: cursorSchema.optional(),
  limit: pageLimitSchema.default(100),
});
export type WebhookDeliveryQuery = z.infer<typeof webhookDeliveryQuerySchema>;

/** A source as a message tells of it: as it was right after the transition, its URL without a password. */
export const webhookSourceSchema = sourceSchema.pick({
  id: true,
  name: true,
  type: true,
  feedUrl: true,
  ownerId: true,
  status: true,
  disabledReason: true,
  feedDisableReason: true,
  feedRetryAt: true,
  quarantinedAt: true,
  consecutiveFailures: true,
  lastErrorType: true,
  lastError: true,
  lastPolledAt: true,
  lastSuccessAt: true,
});
export type WebhookSource = z.infer<typeof webhookSourceSchema>;

/** The body that a receiver gets. `id` stays the same however often it is sent. */
export const webhookMessageSchema = z.discriminatedUnion('type', [
  z.object({
    id: z.uuid(),
    type: z.enum(webhookEventSchema.options.map((event) => `source.${event}` as const)),
    at: z.iso.datetime(),
    source: webhookSourceSchema,
    action: sourceActionSchema
      .nullable()
      .describe(
        'What was done, as `GET /api/v1/sources/:id/events` names it; null for `recovered`, which nobody did.',
      ),
    actor: z.string().nullable(),
    reason: z.string().nullable(),
    evidence: z.record(z.string(), z.unknown()).nullable(),
  }),
  z.object({ id: z.uuid(), type: z.literal('test'), at: z.iso.datetime() }),
]);
export type WebhookMessage = z.infer<typeof webhookMessageSchema>;

import {
  type CreatedWebhook,
  createdWebhookSchema,
  type NewWebhookInput,
  type Page,
  type Webhook,
  type WebhookAttempt,
  type WebhookDelivery,
  webhookAttemptSchema,
  webhookDeliveryPageSchema,
  webhookPageSchema,
} from '@feedwarden/contracts';
import type { CallOptions } from './api-request.js';
import type { CallApi } from './call-api.js';
import type { PageQuery } from './source-methods.js';

const WEBHOOKS = '/api/v1/webhooks';
/** The receiver has ten seconds. */
const TEST_TIMEOUT_MS = 20_000;

/** The webhooks of whom the token belongs to. Scope `sources:write`. What they send is checked by `verifyWebhook`. */
export function webhookMethods(api: CallApi) {
  const path = (id: string) => `${WEBHOOKS}/${encodeURIComponent(id)}`;

  return {
    /** All of them: there are never many. */
    listWebhooks: (options?: CallOptions): Promise<Page<Webhook>> =>
      api.json({ method: 'GET', path: WEBHOOKS }, webhookPageSchema, options),

    /** The secret of the answer is never shown again. */
    createWebhook: (webhook: NewWebhookInput, options?: CallOptions): Promise<CreatedWebhook> =>
      api.json({ method: 'POST', path: WEBHOOKS, body: webhook }, createdWebhookSchema, options),

    deleteWebhook: (id: string, options?: CallOptions): Promise<void> =>
      api.nothing({ method: 'DELETE', path: path(id) }, options),

    /** Sends a message at once, and says what came of it. */
    testWebhook: (id: string, options?: CallOptions): Promise<WebhookAttempt> =>
      api.json(
        { method: 'POST', path: `${path(id)}/test`, timeoutMs: TEST_TIMEOUT_MS },
        webhookAttemptSchema,
        options,
      ),

    /** What was sent of late and what waits, newest first. */
    webhookDeliveries: (
      id: string,
      query: PageQuery = {},
      options?: CallOptions,
    ): Promise<Page<WebhookDelivery>> =>
      api.json({ method: 'GET', path: `${path(id)}/deliveries`, query }, webhookDeliveryPageSchema, options),
  };
}

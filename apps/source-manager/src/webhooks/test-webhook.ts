import type { WebhookAttempt } from '@feedwarden/contracts';
import type { PostMessage } from './post-message.js';
import type { WebhookRow } from './schema.js';
import { signMessage, testMessage } from './webhook-message.js';

/** Sends a message at once that tells of nothing, and says what came of it. */
export type TestWebhook = (webhook: WebhookRow) => Promise<WebhookAttempt>;

export function createTestWebhook(
  post: PostMessage,
  secretOf: (webhook: WebhookRow) => Promise<string>,
  stop: AbortSignal,
): TestWebhook {
  return async (webhook) => {
    const now = new Date();
    return post(webhook.url, signMessage(testMessage(now), await secretOf(webhook), now), stop);
  };
}

import type { WebhookAttempt } from '@feedwarden/contracts';
import { Counter, type Registry } from 'prom-client';
import type { PostMessage } from './post-message.js';

/** Counts every attempt to reach a receiver, tests included, by what came of it. */
export function countingAttempts(post: PostMessage, registry: Registry): PostMessage {
  const attempts = new Counter({
    name: 'feedwarden_webhook_attempts_total',
    help: 'Messages sent to webhooks, by what came of it: delivered, refused or unreachable',
    labelNames: ['result'],
    registers: [registry],
  });
  return async (...message) => {
    const attempt = await post(...message);
    attempts.inc({ result: resultOf(attempt) });
    return attempt;
  };
}

function resultOf({ delivered, status }: WebhookAttempt): string {
  if (delivered) return 'delivered';
  return status === null ? 'unreachable' : 'refused';
}

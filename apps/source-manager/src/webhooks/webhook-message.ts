import { randomUUID } from 'node:crypto';
import { WEBHOOK_HEADERS, type WebhookMessage } from '@feedwarden/contracts';
import { Webhook } from 'standardwebhooks';
import type { WebhookDeliveryRow } from './schema.js';

/** The message of a delivery, the same for every attempt. */
export function messageOf({ id, event, at, content }: WebhookDeliveryRow): WebhookMessage {
  const evidence = content.evidence && { ...content.evidence };
  return { id, type: `source.${event}`, at: at.toISOString(), ...content, evidence };
}

export function testMessage(now: Date): WebhookMessage {
  return { id: randomUUID(), type: 'test', at: now.toISOString() };
}

export interface SignedMessage {
  headers: Record<string, string>;
  body: string;
}

/** Signed as in the Standard Webhooks specification: receivers find verifiers for it in every language. */
export function signMessage(message: WebhookMessage, secret: string, now: Date): SignedMessage {
  const body = JSON.stringify(message);
  return {
    body,
    headers: {
      'content-type': 'application/json',
      'user-agent': 'Feedwarden-Webhooks/0.1',
      [WEBHOOK_HEADERS.id]: message.id,
      [WEBHOOK_HEADERS.timestamp]: String(Math.floor(now.getTime() / 1000)),
      [WEBHOOK_HEADERS.signature]: new Webhook(secret).sign(message.id, now, body),
    },
  };
}

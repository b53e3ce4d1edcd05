import { createHmac, randomUUID } from 'node:crypto';
import { WEBHOOK_HEADERS, type WebhookMessage } from '@feedwarden/contracts';
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

/** The time of sending is signed with the body, so that an intercepted message cannot be replayed later. */
export function signMessage(message: WebhookMessage, secret: string, now: Date): SignedMessage {
  const body = JSON.stringify(message);
  const timestamp = String(Math.floor(now.getTime() / 1000));
  const signature = createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex');
  return {
    body,
    headers: {
      'content-type': 'application/json',
      'user-agent': 'Feedwarden-Webhooks/0.1',
      [WEBHOOK_HEADERS.event]: message.type,
      [WEBHOOK_HEADERS.delivery]: message.id,
      [WEBHOOK_HEADERS.timestamp]: timestamp,
      [WEBHOOK_HEADERS.signature]: `v1=${signature}`,
    },
  };
}

import { type WebhookMessage, webhookMessageSchema } from '@feedwarden/contracts';
import { Webhook, WebhookVerificationError } from 'standardwebhooks';

/** The request is not, or no longer, a valid message: respond 401 and do nothing else. */
export { WebhookVerificationError };

export interface WebhookRequest {
  /** `Headers`, Node's `request.headers`, or any record of headers. */
  headers: Headers | Record<string, string | string[] | undefined>;
  /** As received: a body that was parsed and serialised again has a different signature. */
  body: string | Uint8Array;
}

export interface VerifyOptions {
  /** One, or the old and the new while the secret is being changed. */
  secrets: string | readonly string[];
}

/**
 * Checks the signature and the age (at most five minutes) of a webhook request and returns its message. Throws
 * `WebhookVerificationError` when the request is not valid, and `Error` when a secret is not.
 */
export function verifyWebhook(request: WebhookRequest, { secrets }: VerifyOptions): WebhookMessage {
  const body = textOf(request.body);
  const headers = singleHeaders(request.headers);
  const webhooks = [secrets].flat().map((secret) => new Webhook(secret));
  let failure: unknown = new Error('there is no secret to verify with');
  for (const webhook of webhooks) {
    try {
      webhook.verify(body, headers, { jsonParse: false });
      return readMessage(body);
    } catch (error) {
      if (!(error instanceof WebhookVerificationError)) throw error;
      failure = error;
    }
  }
  throw failure;
}

function textOf(body: string | Uint8Array): string {
  return typeof body === 'string' ? body : new TextDecoder('utf-8', { ignoreBOM: true }).decode(body);
}

function singleHeaders(headers: WebhookRequest['headers']): Record<string, string> {
  const entries = headers instanceof Headers ? [...headers] : Object.entries(headers);
  return Object.fromEntries(
    entries.filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );
}

function readMessage(body: string): WebhookMessage {
  try {
    return webhookMessageSchema.parse(JSON.parse(body));
  } catch {
    throw new WebhookVerificationError('signed, but not a message that this version knows');
  }
}

import { WEBHOOK_HEADERS, type WebhookMessage, webhookMessageSchema } from '@feedwarden/contracts';

/** A request that is not, or not any more, a message of ours: answer 401 and do nothing else. */
export class WebhookVerificationError extends Error {
  override readonly name = 'WebhookVerificationError';
}

export interface WebhookRequest {
  /** Those of fetch, of Node's `request.headers`, or any record of them. */
  headers: Headers | Record<string, string | string[] | undefined>;
  /** As it came: parsed and written again it would not be the same. */
  body: string | Uint8Array;
}

export interface VerifyOptions {
  /** One, or while it is being changed the old and the new. */
  secrets: string | readonly string[];
  /** How far the clocks may be apart, and how long a message is good for. */
  toleranceSeconds?: number;
  now?: Date;
}

/** Checks the signature and the age of a webhook's request, and gives its message. Comparing takes the same time for any signature. */
export async function verifyWebhook(
  request: WebhookRequest,
  { secrets, toleranceSeconds = 300, now = new Date() }: VerifyOptions,
): Promise<WebhookMessage> {
  const timestamp = header(request, WEBHOOK_HEADERS.timestamp);
  if (!/^\d{1,12}$/.test(timestamp)) throw refused('the time of sending is no number of seconds');
  const age = Math.abs(now.getTime() / 1000 - Number(timestamp));
  if (age > toleranceSeconds) throw refused(`it was sent more than ${toleranceSeconds} s ago, or ahead`);
  const signatures = readSignatures(header(request, WEBHOOK_HEADERS.signature));
  const body = typeof request.body === 'string' ? new TextEncoder().encode(request.body) : request.body;
  const signed = concat(new TextEncoder().encode(`${timestamp}.`), body);
  for (const secret of typeof secrets === 'string' ? [secrets] : secrets)
    if (await isSignedWith(secret, signatures, signed)) return readMessage(body);
  throw refused('no signature is of this body and a secret of ours');
}

function header({ headers }: WebhookRequest, name: string): string {
  const value = headers instanceof Headers ? headers.get(name) : findHeader(headers, name);
  if (typeof value !== 'string') throw refused(`the header ${name} is missing`);
  return value;
}

function findHeader(headers: Exclude<WebhookRequest['headers'], Headers>, name: string) {
  return Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1];
}

/** `v1=<hex>`, several separated by commas; what is of a later version is passed over. */
function readSignatures(text: string): Uint8Array<ArrayBuffer>[] {
  return text
    .split(',')
    .map((part) => /^v1=([0-9a-f]{64})$/i.exec(part.trim())?.[1])
    .filter((hex) => hex !== undefined)
    .map((hex) => Uint8Array.from(hex.match(/../g) ?? [], (byte) => Number.parseInt(byte, 16)));
}

async function isSignedWith(
  secret: string,
  signatures: Uint8Array<ArrayBuffer>[],
  signed: Uint8Array<ArrayBuffer>,
): Promise<boolean> {
  if (secret === '') throw new Error('the secret of the webhook is empty: anybody could sign with it');
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  const key = await crypto.subtle.importKey('raw', new TextEncoder().encode(secret), algorithm, false, [
    'verify',
  ]);
  for (const signature of signatures)
    if (await crypto.subtle.verify('HMAC', key, signature, signed)) return true;
  return false;
}

function readMessage(body: Uint8Array): WebhookMessage {
  try {
    return webhookMessageSchema.parse(JSON.parse(new TextDecoder().decode(body)));
  } catch {
    throw refused('it is signed, but no message that this version knows');
  }
}

function concat(first: Uint8Array, second: Uint8Array): Uint8Array<ArrayBuffer> {
  const both = new Uint8Array(first.length + second.length);
  both.set(first);
  both.set(second, first.length);
  return both;
}

const refused = (why: string) => new WebhookVerificationError(`not a message of Feedwarden: ${why}`);

import { createHmac } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { verifyWebhook, WebhookVerificationError } from './verify-webhook.js';

const SECRET = 'whsec_the-secret-of-the-receiver';
const NOW = new Date('2026-03-01T12:00:00.000Z');
const SENT = String(NOW.getTime() / 1000);
const MESSAGE = { id: '7c9c1c5e-0d5c-4a63-8d0a-4f2f6a1f0f51', type: 'test', at: NOW.toISOString() };
const BODY = JSON.stringify(MESSAGE);

const sign = (body = BODY, secret = SECRET, timestamp = SENT) =>
  `v1=${createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex')}`;
const headers = (given: Record<string, string> = {}) => ({
  'feedwarden-timestamp': SENT,
  'feedwarden-signature': sign(),
  ...given,
});
const verify = (given: Record<string, string> = {}, body: string | Uint8Array = BODY, now = NOW) =>
  verifyWebhook({ headers: headers(given), body }, { secrets: SECRET, now });

describe('a message of a webhook', () => {
  it.each<[string, Parameters<typeof verifyWebhook>[0]]>([
    ["Node's headers", { headers: headers(), body: BODY }],
    ["fetch's headers", { headers: new Headers(headers()), body: BODY }],
    [
      'headers in capitals',
      { headers: { 'Feedwarden-Timestamp': SENT, 'Feedwarden-Signature': sign() }, body: BODY },
    ],
    ['a body of bytes', { headers: headers(), body: Buffer.from(BODY) }],
  ])('given %s, when it is verified, then it is the message', async (_given, request) => {
    expect(await verifyWebhook(request, { secrets: SECRET, now: NOW })).toEqual(MESSAGE);
  });

  it.each([
    ['the old secret and the new', { secrets: ['another-secret-of-ours', SECRET] }, sign()],
    ['several signatures', { secrets: SECRET }, `${sign(BODY, 'other')}, ${sign()}`],
    ['a signature of a later version', { secrets: SECRET }, `v2=abc, ${sign()}`],
  ])('given %s, when one fits, then it is the message', async (_given, options, signature) => {
    const request = { headers: headers({ 'feedwarden-signature': signature }), body: BODY };
    expect(await verifyWebhook(request, { ...options, now: NOW })).toEqual(MESSAGE);
  });

  const earlier = String(Number(SENT) - 301);
  const later = String(Number(SENT) + 301);
  it.each<[string, Record<string, string>, string]>([
    ['another body', {}, BODY.replace('test', 'tesT')],
    ['a signature with another secret', { 'feedwarden-signature': sign(BODY, 'other') }, BODY],
    ['a signature cut short', { 'feedwarden-signature': sign().slice(0, -2) }, BODY],
    ['no signature at all', { 'feedwarden-signature': '' }, BODY],
    ['another time of sending', { 'feedwarden-timestamp': String(Number(SENT) + 1) }, BODY],
    ['no time of sending', { 'feedwarden-timestamp': 'now' }, BODY],
    [
      'an old message',
      { 'feedwarden-timestamp': earlier, 'feedwarden-signature': sign(BODY, SECRET, earlier) },
      BODY,
    ],
    [
      'one from the future',
      { 'feedwarden-timestamp': later, 'feedwarden-signature': sign(BODY, SECRET, later) },
      BODY,
    ],
    ['a signed body that is no message', { 'feedwarden-signature': sign('{}') }, '{}'],
    ['a signed body that is no JSON', { 'feedwarden-signature': sign('hello') }, 'hello'],
  ])('given %s, when it is verified, then it is refused', async (_given, given, body) => {
    await expect(verify(given, body)).rejects.toThrow(WebhookVerificationError);
  });

  it('given a message of 300 seconds ago, when it is verified, then it is still good', async () => {
    expect(await verify({}, BODY, new Date(NOW.getTime() + 300_000))).toEqual(MESSAGE);
  });

  it('given no headers, when it is verified, then the error names the first that is missing', async () => {
    const verified = verifyWebhook({ headers: {}, body: BODY }, { secrets: SECRET, now: NOW });
    await expect(verified).rejects.toThrow('the header feedwarden-timestamp is missing');
  });

  it('given an empty secret, when it is verified, then the mistake is told', async () => {
    await expect(
      verifyWebhook({ headers: headers(), body: BODY }, { secrets: '', now: NOW }),
    ).rejects.toThrow('is empty');
  });
});

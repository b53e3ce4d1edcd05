import { createHmac } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { verifyWebhook, WebhookVerificationError } from './verify-webhook.js';

const keyOf = (secret: string) => Buffer.from(secret.slice('whsec_'.length), 'base64');
const secretOf = (text: string) => `whsec_${Buffer.from(text.padEnd(24)).toString('base64')}`;
const SECRET = secretOf('the secret of the receiver');
const MESSAGE = {
  id: '7c9c1c5e-0d5c-4a63-8d0a-4f2f6a1f0f51',
  type: 'test',
  at: '2026-03-01T12:00:00.000Z',
};
const BODY = JSON.stringify(MESSAGE);
const NOW = Math.floor(Date.now() / 1000);

/** Written after the specification, not with its library. */
const sign = ({ body = BODY, secret = SECRET, timestamp = NOW, id = MESSAGE.id } = {}) =>
  `v1,${createHmac('sha256', keyOf(secret)).update(`${id}.${timestamp}.${body}`).digest('base64')}`;
const headers = (given: Record<string, string> = {}) => ({
  'webhook-id': MESSAGE.id,
  'webhook-timestamp': String(NOW),
  'webhook-signature': sign(),
  ...given,
});
const sentAt = (timestamp: number) =>
  headers({ 'webhook-timestamp': String(timestamp), 'webhook-signature': sign({ timestamp }) });

describe('verifyWebhook', () => {
  it.each<[string, Parameters<typeof verifyWebhook>[0]]>([
    ["Node's headers", { headers: headers(), body: BODY }],
    ["fetch's headers", { headers: new Headers(headers()), body: BODY }],
    [
      'headers in capitals',
      {
        headers: { 'Webhook-Id': MESSAGE.id, 'Webhook-Timestamp': `${NOW}`, 'Webhook-Signature': sign() },
        body: BODY,
      },
    ],
    ['a body of bytes', { headers: headers(), body: Buffer.from(BODY) }],
    ['a message sent four minutes ago', { headers: sentAt(NOW - 240), body: BODY }],
  ])('returns the message, given %s', (_given, request) => {
    expect(verifyWebhook(request, { secrets: SECRET })).toEqual(MESSAGE);
  });

  const other = secretOf('a different secret');
  it.each([
    ['the old secret and the new', [other, SECRET], sign()],
    ['several signatures', SECRET, `${sign({ secret: other })} ${sign()}`],
    ['a signature of a later version', SECRET, `v2,abc ${sign()}`],
  ])('returns the message when one signature matches, given %s', (_given, secrets, signature) => {
    const request = { headers: headers({ 'webhook-signature': signature }), body: BODY };
    expect(verifyWebhook(request, { secrets })).toEqual(MESSAGE);
  });

  it.each<[string, Record<string, string>, string]>([
    ['a different body', headers(), BODY.replace('test', 'tesT')],
    ['a different id', headers({ 'webhook-id': '1' }), BODY],
    ['a signature with a different secret', headers({ 'webhook-signature': sign({ secret: other }) }), BODY],
    ['a signature cut short', headers({ 'webhook-signature': sign().slice(0, -2) }), BODY],
    ['an empty signature', headers({ 'webhook-signature': '' }), BODY],
    ['a different time of sending', headers({ 'webhook-timestamp': String(NOW + 1) }), BODY],
    ['a time of sending in words', headers({ 'webhook-timestamp': 'now' }), BODY],
    ['a message sent six minutes ago', sentAt(NOW - 360), BODY],
    ['a message sent six minutes from now', sentAt(NOW + 360), BODY],
    ['a signed body that is not a message', headers({ 'webhook-signature': sign({ body: '{}' }) }), '{}'],
    ['a signed body that is not JSON', headers({ 'webhook-signature': sign({ body: 'hello' }) }), 'hello'],
    ['no headers', {}, BODY],
  ])('rejects %s', (_given, given, body) => {
    expect(() => verifyWebhook({ headers: given, body }, { secrets: SECRET })).toThrow(
      WebhookVerificationError,
    );
  });

  it.each<[string, string | string[]]>([
    ['an empty secret', 'whsec_'],
    ['a secret that is not base64', 'whsec_not-base64!'],
    ['no secrets', []],
  ])('reports %s as a mistake of the receiver', (_given, secrets) => {
    const verify = () => verifyWebhook({ headers: headers(), body: BODY }, { secrets });
    expect(verify).toThrow();
    expect(verify).not.toThrow(WebhookVerificationError);
  });
});

import { randomUUID } from 'node:crypto';
import { createdWebhookSchema, webhookAttemptSchema, webhookPageSchema } from '@feedwarden/contracts';
import { type Connection, connectDatabase } from '@feedwarden/service-kit';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { credentialKeysField } from '../src/credentials/credential-keys.js';
import { createKeyRing } from '../src/credentials/key-ring.js';
import { webhooks } from '../src/webhooks/schema.js';
import { createWebhookStore } from '../src/webhooks/webhook-store.js';
import { type SourceManagerUnderTest, startSourceManager } from './source-manager-under-test.js';
import { RECEIVER_SECRET, startReceiver, type WebhookReceiver } from './webhook-receiver.js';

const WAY = '/api/v1/webhooks';
const ALL_EVENTS = ['disabled', 'enabled', 'quarantined', 'released', 'recovered'];

let manager: SourceManagerUnderTest;
let connection: Connection;
let receiver: WebhookReceiver;
beforeAll(async () => {
  manager = await startSourceManager();
  connection = connectDatabase(manager.databaseUrl, { name: 'test' });
  receiver = await startReceiver();
});
afterAll(async () => {
  await connection.close();
  await manager.stop();
  await receiver.close();
});
afterEach(() => connection.db.delete(webhooks));

const create = async (owner: string, body: object = {}) =>
  (await manager.asSubject(owner)).post(WAY).send({ url: receiver.url, secret: RECEIVER_SECRET, ...body });

const secretOf = (bytes: number) => `whsec_${Buffer.alloc(bytes, 'x').toString('base64')}`;

describe('the webhooks of an owner', () => {
  it('get a secret, shown once, and events, given neither', async () => {
    const { status, body, headers } = await create('anna', { secret: undefined });
    expect(status).toBe(201);
    const { secret, ...created } = createdWebhookSchema.strict().parse(body);
    expect(headers).toMatchObject({ location: `${WAY}/${created.id}`, 'cache-control': 'no-store' });
    expect(created).toMatchObject({ url: receiver.url, events: ALL_EVENTS, goneAt: null });
    expect(secret).toMatch(/^whsec_[\w+/]{43}=$/);
    const list = await (await manager.asSubject('anna')).get(WAY);
    expect(webhookPageSchema.strict().parse(list.body)).toEqual({ items: [created], nextCursor: null });
    expect(list.text).not.toContain(secret);
  });

  it('cannot be seen, tested or deleted by another person', async () => {
    const { id } = (await create('anna')).body;
    const bert = await manager.asSubject('bert');
    expect((await bert.get(WAY)).body.items).toEqual([]);
    const answers = [
      await bert.delete(`${WAY}/${id}`),
      await bert.post(`${WAY}/${id}/test`),
      await bert.get(`${WAY}/${id}/deliveries`),
      await bert.delete(`${WAY}/${randomUUID()}`),
      await bert.delete(`${WAY}/not-an-id`),
    ];
    for (const { status, body } of answers)
      expect([status, body.detail]).toEqual([404, 'you have no webhook with this id']);
    const anna = await manager.asSubject('anna');
    expect((await anna.delete(`${WAY}/${id}`)).status).toBe(204);
    expect((await anna.get(WAY)).body.items).toEqual([]);
  });

  it.each<[string, object, string]>([
    ['no URL', { url: undefined }, 'url'],
    ['a URL of another kind', { url: 'ftp://example.org/' }, 'url'],
    ['a URL with a password', { url: 'https://me:pass@example.org/' }, 'url'],
    ['an unknown event', { events: ['deleted'] }, 'events.0'],
    ['no event at all', { events: [] }, 'events'],
    ['a secret that is easy to guess', { secret: secretOf(23) }, 'secret'],
    ['a secret that is too long', { secret: secretOf(65) }, 'secret'],
    ['a secret that is not base64', { secret: 'whsec_a-secret-of-many-words-and-dashes' }, 'secret'],
    ['a secret without padding', { secret: secretOf(25).replace(/=+$/, '') }, 'secret'],
    ['a secret without the prefix', { secret: secretOf(24).replace('whsec_', '') }, 'secret'],
    ['a field nobody knows', { owner: 'bert' }, 'owner'],
  ])('respond 400 naming the field, given %s', async (_given, given, field) => {
    const { status, body } = await create('anna', given);
    expect(status).toBe(400);
    expect(body.errors.map((error: { field: string }) => error.field)).toEqual([field]);
  });

  it('are at most twenty, even if created at once: 409 says what to do', async () => {
    const answers = await Promise.all(Array.from({ length: 24 }, () => create('anna')));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(20);
    const refused = answers.filter(({ status }) => status === 409);
    expect(refused).toHaveLength(4);
    expect(refused[0]?.body.detail).toContain('delete one first');
    expect((await create('bert')).status).toBe(201);
  });

  it('respond 403 without the scope to write, and 401 without a token', async () => {
    const { id } = (await create('tester')).body;
    const calls = ['get /', 'post /', `delete /${id}`, `post /${id}/test`, `get /${id}/deliveries`];
    const reader = await manager.as('sources:read', 'feeds:toggle', 'crawler');
    for (const call of calls) {
      const [method, path] = call.split(' /') as ['get' | 'post' | 'delete', string];
      expect((await reader[method](`${WAY}/${path}`)).status).toBe(403);
      expect((await manager.anonymous[method](`${WAY}/${path}`)).status).toBe(401);
    }
  });

  it('respond 503 naming what is missing, given no key for encryption', async () => {
    const other = await startSourceManager(undefined, []);
    try {
      const api = await other.as();
      const { status, body } = await api.post(WAY).send({ url: receiver.url });
      expect([status, body.detail]).toEqual([503, 'webhooks cannot be stored: CREDENTIALS_KEY is not set']);
      expect((await api.get(WAY)).body.items).toEqual([]);
    } finally {
      await other.stop();
    }
  });

  it('are encrypted again with the newest key once the secret is used', async () => {
    const storeWith = (...bytes: number[]) =>
      createWebhookStore(
        connection.db,
        createKeyRing(
          credentialKeysField().parse(
            bytes.map((byte) => Buffer.alloc(32, byte).toString('base64')).join(','),
          ),
        ),
      );
    const { id } = await storeWith(1).create('anna', { url: receiver.url, events: ['enabled'] });
    const find = async () => {
      const webhook = await storeWith(1).find('anna', id);
      if (!webhook) throw new Error('the webhook is gone');
      return webhook;
    };
    const secret = await storeWith(1).secretOf(await find());
    expect(JSON.stringify(await find())).not.toContain(secret);
    expect(await storeWith(2, 1).secretOf(await find())).toBe(secret);
    expect(await storeWith(2).secretOf(await find())).toBe(secret);
    await expect(storeWith(1).secretOf(await find())).rejects.toThrow('CREDENTIALS_KEY does not contain');
  });
});

describe('the test of a webhook', () => {
  const test = async (body: object = {}) => {
    const { id } = (await create('anna', body)).body;
    const answer = await (await manager.asSubject('anna')).post(`${WAY}/${id}/test`);
    expect(answer.status).toBe(200);
    return webhookAttemptSchema.strict().parse(answer.body);
  };

  it('counts attempts by their end in the metrics', async () => {
    const counted = async () => {
      const { text } = await manager.anonymous.get('/metrics').expect(200);
      return (result: string) =>
        Number(
          new RegExp(`^feedwarden_webhook_attempts_total{result="${result}"} (\\d+)$`, 'm').exec(text)?.[1] ??
            0,
        );
    };
    const before = await counted();
    await test();
    receiver.answer(500);
    await test();
    receiver.answer(204);
    await test({ url: 'http://10.0.0.1/' });
    const after = await counted();
    const more = ['delivered', 'refused', 'unreachable'].map((result) => after(result) - before(result));
    expect(more).toEqual([1, 1, 1]);
  });

  it('sends a signed message at once', async () => {
    expect(await test()).toMatchObject({ delivered: true, status: 204, error: null });
    expect(receiver.messages.at(-1)).toMatchObject({ type: 'test' });
    expect(receiver.headers.at(-1)).toMatchObject({ 'content-type': 'application/json' });
  });

  it.each([
    [500, 'HTTP 500'],
    [302, 'HTTP 302: redirects are not followed'],
    [410, 'HTTP 410'],
  ])('reports the response of a receiver, given %i', async (status, error) => {
    receiver.answer(status);
    const before = receiver.messages.length;
    expect(await test()).toMatchObject({ delivered: false, status, error });
    expect(receiver.messages).toHaveLength(before + 1);
    receiver.answer(204);
  });

  it.each([
    ['a private address', 'http://10.1.2.3/hook', /10\.1\.2\.3.* is not a public address/],
    ['loopback', 'http://[::1]:4100/hook', /::1.* is not a public address/],
    ['the metadata of a cloud', 'http://169.254.169.254/latest', /is not a public address/],
    ['nobody there', 'http://127.0.0.1:9/hook', /ECONNREFUSED/],
    ['no such host', 'http://nobody.invalid/hook', /ENOTFOUND|EAI_AGAIN/],
  ])('reports why nothing was sent, given %s', async (_given, url, error) => {
    const attempt = await test({ url });
    expect(attempt).toMatchObject({ delivered: false, status: null });
    expect(attempt.error).toMatch(error);
  });

  it('leaves no secret and no path of a receiver in the log', () => {
    expect(manager.lines.length).toBeGreaterThan(0);
    expect(JSON.stringify(manager.lines)).not.toMatch(/whsec_/);
    expect(receiver.refused).toEqual([]);
  });
});

import { randomUUID } from 'node:crypto';
import { credentialSchema, type Scope } from '@feedwarden/contracts';
import { type Connection, connectDatabase } from '@feedwarden/service-kit';
import { LEVEL } from '@feedwarden/test-kit';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { credentialKeysField } from '../src/credentials/credential-keys.js';
import { createCredentialStore } from '../src/credentials/credential-store.js';
import { createKeyRing } from '../src/credentials/key-ring.js';
import { credentials } from '../src/credentials/schema.js';
import { type SourceManagerUnderTest, startSourceManager } from './source-manager-under-test.js';

const WAY = '/api/v1/credentials/twitter';
const API_KEY = 'AAAA%2Bthe-key-of-anna';
const EVERY_SCOPE_OF_A_PERSON: Scope[] = [
  'sources:read',
  'sources:write',
  'feeds:toggle',
  'posts:read',
  'articles:write',
];

let manager: SourceManagerUnderTest;
let connection: Connection;
beforeAll(async () => {
  manager = await startSourceManager();
  connection = connectDatabase(manager.databaseUrl, { name: 'test' });
});
afterAll(async () => {
  await connection.close();
  await manager.stop();
});
afterEach(() => connection.db.delete(credentials));

async function create(owner: string, type = 'twitter', feedUrl = 'https://x.com/nasa'): Promise<string> {
  const api = await manager.asSubject(owner);
  const { body } = await api.post('/api/v1/sources').send({ name: 'Account', type, feedUrl });
  return body.id;
}

async function put(owner: string, apiKey = API_KEY) {
  return (await manager.asSubject(owner)).put(WAY).send({ apiKey });
}

async function reveal(id: string) {
  return (await manager.as('crawler')).get(`/api/v1/sources/${id}/credential`);
}

describe('the API key of an owner', () => {
  it('reaches the crawler, and is in no other response', async () => {
    const id = await create('anna');
    const kept = await put('anna');
    expect(kept.status).toBe(200);
    expect(credentialSchema.strict().parse(kept.body).provider).toBe('twitter');
    const { status, body, headers } = await reveal(id);
    expect([status, body]).toEqual([200, { provider: 'twitter', apiKey: API_KEY }]);
    expect(headers['cache-control']).toBe('no-store');

    const api = await manager.as();
    for (const way of ['', `/${id}`, `/${id}/events`, '/changes']) {
      const { text } = await api.get(`/api/v1/sources${way}`);
      expect(text).not.toContain(API_KEY);
    }
  });

  it('is replaced for the crawler too', async () => {
    const id = await create('anna');
    await put('anna');
    await put('anna', 'new-key');
    expect((await reveal(id)).body.apiKey).toBe('new-key');
  });

  it('is used for the sources of its owner only', async () => {
    await put('anna');
    await put('bert', 'key-of-bert');
    expect((await reveal(await create('anna'))).body.apiKey).toBe(API_KEY);
    expect((await reveal(await create('bert'))).body.apiKey).toBe('key-of-bert');
  });

  it('can be deleted once, by its owner', async () => {
    const id = await create('anna');
    await put('anna');
    expect((await (await manager.asSubject('bert')).delete(WAY)).status).toBe(404);
    const anna = await manager.asSubject('anna');
    expect((await anna.delete(WAY)).status).toBe(204);
    expect((await anna.delete(WAY)).status).toBe(404);
    expect((await reveal(id)).status).toBe(404);
  });

  it('responds 404 with the reason, given no key for the crawler', async () => {
    const rss = await create('anna', 'rss', 'https://news.example/feed');
    const answers = [await reveal(randomUUID()), await reveal(rss), await reveal(await create('anna'))];
    expect(answers.map(({ status, body }) => [status, body.detail])).toEqual([
      [404, 'there is no source with this id'],
      [404, 'a source of type rss needs no API key'],
      [404, 'the owner of this source has no API key for twitter'],
    ]);
  });

  it.each([
    ['no body', undefined, 'body'],
    ['no key', {}, 'apiKey'],
    ['an empty key', { apiKey: '  ' }, 'apiKey'],
    ['a key that no header can carry', { apiKey: 'a\nb' }, 'apiKey'],
    ['the word before the key, too', { apiKey: 'Bearer abc' }, 'apiKey'],
    ['a key that is too long', { apiKey: 'x'.repeat(4097) }, 'apiKey'],
    ['a field nobody knows', { apiKey: 'abc', owner: 'bert' }, 'owner'],
  ])('responds 400 naming the field, given %s', async (_given, body, field) => {
    const answer = await (await manager.asSubject('anna')).put(WAY).send(body);
    expect(answer.status).toBe(400);
    expect(answer.body.errors.map((error: { field: string }) => error.field)).toEqual([field]);
  });

  it.each(['put', 'delete'] as const)('responds 404 to %s, given an unknown provider', async (method) => {
    const api = await manager.asSubject('anna');
    expect((await api[method]('/api/v1/credentials/myspace').send({ apiKey: 'abc' })).status).toBe(404);
  });
});

describe('who may do what with API keys', () => {
  let id: string;
  beforeEach(async () => {
    id = await create('tester');
    await put('tester');
  });

  it('responds 403 to a person with every scope who asks for the key', async () => {
    const api = await manager.as(...EVERY_SCOPE_OF_A_PERSON);
    const { status, text } = await api.get(`/api/v1/sources/${id}/credential`);
    expect(status).toBe(403);
    expect(text).not.toContain(API_KEY);
  });

  it('responds 403 to a put or delete without the scope to write', async () => {
    const api = await manager.as('sources:read', 'feeds:toggle', 'crawler');
    expect((await api.put(WAY).send({ apiKey: 'other' })).status).toBe(403);
    expect((await api.delete(WAY)).status).toBe(403);
    expect((await reveal(id)).body.apiKey).toBe(API_KEY);
  });

  it('responds 401 without a token', async () => {
    const { anonymous } = manager;
    const answers = [
      await anonymous.put(WAY).send({ apiKey: 'other' }),
      await anonymous.delete(WAY),
      await anonymous.get(`/api/v1/sources/${id}/credential`),
    ];
    expect(answers.map(({ status }) => status)).toEqual([401, 401, 401]);
  });
});

describe('API keys at rest', () => {
  const keysOf = (...bytes: number[]) =>
    bytes.flatMap((byte) => credentialKeysField().parse(Buffer.alloc(32, byte).toString('base64')));
  const storeWith = (...bytes: number[]) =>
    createCredentialStore(connection.db, createKeyRing(keysOf(...bytes)));
  const rows = () => connection.db.select().from(credentials);
  const anna = { ownerId: 'anna', provider: 'twitter' } as const;

  it('are not legible in the table', async () => {
    await storeWith(1).put(anna, API_KEY);
    expect(JSON.stringify(await rows())).not.toContain(API_KEY);
  });

  it('are encrypted again with the newest key once they are read', async () => {
    await storeWith(1).put(anna, API_KEY);
    const [before] = await rows();
    expect(await storeWith(2, 1).reveal(anna)).toBe(API_KEY);
    const [after] = await rows();
    expect(after).toMatchObject({ keyId: keysOf(2)[0]?.id, updatedAt: before?.updatedAt });
    expect(await storeWith(2).reveal(anna)).toBe(API_KEY);
  });

  it('are not written again if they are under the newest key', async () => {
    await storeWith(2, 1).put(anna, API_KEY);
    const before = await rows();
    expect(await storeWith(2, 1).reveal(anna)).toBe(API_KEY);
    expect(await rows()).toEqual(before);
  });

  it.each([
    ['another key', [2]],
    ['no key', []],
  ])('cannot be read with %s for encryption, which is a fault of ours', async (_given, bytes) => {
    await storeWith(1).put(anna, API_KEY);
    await expect(storeWith(...bytes).reveal(anna)).rejects.toThrow('which CREDENTIALS_KEY does not contain');
  });

  it('do not open in the row of another owner, which is logged as a fault of ours', async () => {
    const id = await create('mallory');
    await put('anna');
    await connection.db.update(credentials).set({ ownerId: 'mallory' });
    const { status, text } = await reveal(id);
    expect(status).toBe(500);
    expect(text).not.toContain(API_KEY);
    expect(manager.lines.some(({ level }) => level === LEVEL.error)).toBe(true);
  });

  it('are refused with 503 naming what is missing, given no key for encryption', async () => {
    const other = await startSourceManager(undefined, []);
    try {
      const api = await other.as();
      const { status, body } = await api.put(WAY).send({ apiKey: API_KEY });
      expect(status).toBe(503);
      expect(body.detail).toContain('CREDENTIALS_KEY');
      expect((await api.delete(WAY)).status).toBe(404);
      expect((await api.get('/api/v1/sources')).status).toBe(200);
    } finally {
      await other.stop();
    }
  });

  it('never appear in the log', () => {
    expect(manager.lines.length).toBeGreaterThan(0);
    expect(JSON.stringify(manager.lines)).not.toMatch(/the-key-of-anna|key-of-bert|new-key/);
  });
});

import { randomUUID } from 'node:crypto';
import { type Connection, connectDatabase } from '@feedwarden/service-kit';
import { captureLogs, createTestDatabase, LEVEL, type TestDatabase } from '@feedwarden/test-kit';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { credentialKeysField } from '../src/credentials/credential-keys.js';
import { createCredentialStore } from '../src/credentials/credential-store.js';
import { createKeyRing } from '../src/credentials/key-ring.js';
import { renewSecrets } from '../src/credentials/renew-secrets.js';
import { credentials } from '../src/credentials/schema.js';
import { webhooks } from '../src/webhooks/schema.js';
import { createWebhookStore } from '../src/webhooks/webhook-store.js';

let database: TestDatabase;
let connection: Connection;
beforeAll(async () => {
  database = await createTestDatabase('source-manager');
  connection = connectDatabase(database.url, { name: 'test' });
});
afterAll(async () => {
  await connection.close();
  await database.drop();
});
beforeEach(async () => {
  await connection.db.delete(credentials);
  await connection.db.delete(webhooks);
});

/** A start of the service with these keys, the newest first. */
function partsWith(...keys: string[]) {
  const { db } = connection;
  const ring = keys.flatMap((key) => credentialKeysField().parse(Buffer.alloc(32, key).toString('base64')));
  const keyRing = createKeyRing(ring);
  const credentialStore = createCredentialStore(db, keyRing);
  const webhookStore = createWebhookStore(db, keyRing);
  const { logger, lines } = captureLogs();
  const renew = () => renewSecrets({ db, keyRing, credentialStore, webhookStore, logger });
  return { keyRing, credentialStore, webhookStore, renew, lines };
}

const keptBy = (ownerId: string) => ({ ownerId, provider: 'twitter' }) as const;
const hook = { url: 'https://receiver.example/', events: ['disabled' as const] };

describe('a start with a new key for encryption', () => {
  it('encrypts all secrets anew, so that the new key alone opens them', async () => {
    const old = partsWith('old');
    for (const owner of ['anna', 'bert']) await old.credentialStore.put(keptBy(owner), `key of ${owner}`);
    const { secret } = await old.webhookStore.create('anna', hook);
    const { renew, lines } = partsWith('new', 'old');
    await renew();
    expect(lines.map(({ msg, renewed }) => [msg, renewed])).toEqual([
      ['secrets sealed with the newest key: older keys can be removed', 3],
    ]);

    const alone = partsWith('new');
    expect(await alone.credentialStore.reveal(keptBy('anna'))).toBe('key of anna');
    expect(await alone.credentialStore.reveal(keptBy('bert'))).toBe('key of bert');
    const [row] = await connection.db.select().from(webhooks);
    if (!row) throw new Error('the webhook is gone');
    expect(await alone.webhookStore.secretOf(row)).toBe(secret);
  });

  it('logs an ERROR about a secret that no key opens, and renews the others', async () => {
    await partsWith('lost').credentialStore.put(keptBy(randomUUID()), 'x');
    await partsWith('old').credentialStore.put(keptBy('anna'), 'key of anna');
    const { renew, lines } = partsWith('new', 'old');
    await renew();
    expect(lines.filter(({ level }) => level >= LEVEL.error)).toHaveLength(1);
    expect(await partsWith('new').credentialStore.reveal(keptBy('anna'))).toBe('key of anna');
  });

  it('writes and logs nothing, given nothing under an old key', async () => {
    const { credentialStore, renew, lines } = partsWith('new', 'old');
    await credentialStore.put(keptBy('anna'), 'key of anna');
    const before = await connection.db.select().from(credentials);
    await renew();
    expect(await connection.db.select().from(credentials)).toEqual(before);
    expect(lines).toEqual([]);
  });
});

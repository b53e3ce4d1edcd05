import type { Database, Logger } from '@feedwarden/service-kit';
import { ne } from 'drizzle-orm';
import { webhooks } from '../webhooks/schema.js';
import type { WebhookStore } from '../webhooks/webhook-store.js';
import type { CredentialStore } from './credential-store.js';
import type { KeyRing } from './key-ring.js';
import { credentials } from './schema.js';

export interface RenewSecretsDeps {
  db: Database;
  keyRing: KeyRing;
  credentialStore: CredentialStore;
  webhookStore: WebhookStore;
  logger: Logger;
}

/** Reading a secret that an older key sealed seals it with the newest: after a start, the older key can be removed. */
export async function renewSecrets(deps: RenewSecretsDeps): Promise<void> {
  const { db, keyRing, credentialStore, webhookStore, logger } = deps;
  const { currentKeyId } = keyRing;
  if (currentKeyId === null) return;
  const oldCredentials = await db.select().from(credentials).where(ne(credentials.keyId, currentKeyId));
  const oldWebhooks = await db.select().from(webhooks).where(ne(webhooks.keyId, currentKeyId));
  const readings = [
    ...oldCredentials.map((row) => () => credentialStore.reveal(row)),
    ...oldWebhooks.map((row) => () => webhookStore.secretOf(row)),
  ];
  let renewed = 0;
  for (const read of readings) {
    try {
      await read();
      renewed += 1;
    } catch (error) {
      // A secret that cannot be opened must not hold up the others, or the start of the service.
      logger.error({ err: error }, 'cannot re-encrypt a secret with the newest key');
    }
  }
  if (renewed > 0) logger.info({ renewed }, 'secrets sealed with the newest key: older keys can be removed');
}

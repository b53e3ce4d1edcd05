import type { Credential } from '@feedwarden/contracts';
import { type Database, Problem } from '@feedwarden/service-kit';
import { and, eq, sql } from 'drizzle-orm';
import type { CredentialKey } from './credential-keys.js';
import { credentials } from './schema.js';
import { type CredentialPlace, seal, unseal } from './sealed-credential.js';

export type CredentialStore = ReturnType<typeof createCredentialStore>;

/** The first of the keys encrypts; the others are there for what was encrypted before them. */
export function createCredentialStore(db: Database, keys: CredentialKey[]) {
  const [currentKey] = keys;

  async function renew(place: CredentialPlace, apiKey: string, old: string): Promise<void> {
    if (!currentKey) return;
    // Only what was read: a newer one that came meanwhile stays.
    await db
      .update(credentials)
      .set(seal(apiKey, place, currentKey))
      .where(and(isAt(place), eq(credentials.ciphertext, old)));
  }

  return {
    async put(place: CredentialPlace, apiKey: string): Promise<Credential> {
      if (!currentKey) throw new Problem(503, 'this server takes no API keys: CREDENTIALS_KEY is not set');
      const sealed = seal(apiKey, place, currentKey);
      const [row] = await db
        .insert(credentials)
        .values({ ...place, ...sealed })
        .onConflictDoUpdate({
          target: [credentials.ownerId, credentials.provider],
          set: { ...sealed, updatedAt: sql`now()` },
        })
        .returning({ provider: credentials.provider, updatedAt: credentials.updatedAt });
      if (!row) throw new Error('the statement returned no row');
      return { provider: row.provider, updatedAt: row.updatedAt.toISOString() };
    },

    async remove(place: CredentialPlace): Promise<boolean> {
      const removed = await db
        .delete(credentials)
        .where(isAt(place))
        .returning({ provider: credentials.provider });
      return removed.length > 0;
    },

    /** The API key itself; null when there is none. What cannot be decrypted is our own fault, and thrown. */
    async reveal(place: CredentialPlace): Promise<string | null> {
      const [row] = await db.select().from(credentials).where(isAt(place));
      if (!row) return null;
      const key = keys.find(({ id }) => id === row.keyId);
      if (!key)
        throw new Error(`a credential needs the key ${row.keyId}, which CREDENTIALS_KEY does not hold`);
      const apiKey = unseal(row.ciphertext, place, key);
      if (key !== currentKey) await renew(place, apiKey, row.ciphertext);
      return apiKey;
    },
  };
}

const isAt = ({ ownerId, provider }: CredentialPlace) =>
  and(eq(credentials.ownerId, ownerId), eq(credentials.provider, provider));

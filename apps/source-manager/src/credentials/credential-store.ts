import type { Credential, CredentialProvider } from '@feedwarden/contracts';
import { type Database, Problem } from '@feedwarden/service-kit';
import { and, eq, sql } from 'drizzle-orm';
import type { KeyRing } from './key-ring.js';
import { credentials } from './schema.js';
import type { SealPlace } from './sealed-secret.js';

/** Whose key for whose API it is. */
export interface CredentialPlace {
  ownerId: string;
  provider: CredentialProvider;
}

export type CredentialStore = ReturnType<typeof createCredentialStore>;

export function createCredentialStore(db: Database, keyRing: KeyRing) {
  return {
    async put(place: CredentialPlace, apiKey: string): Promise<Credential> {
      const sealed = keyRing.seal(apiKey, sealPlace(place));
      if (!sealed) throw new Problem(503, 'this server takes no API keys: CREDENTIALS_KEY is not set');
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

    /** The API key itself; null when there is none. */
    async reveal(place: CredentialPlace): Promise<string | null> {
      const [row] = await db.select().from(credentials).where(isAt(place));
      if (!row) return null;
      const { secret, renewed } = keyRing.open(row, sealPlace(place));
      // Only what was read: a newer one that came meanwhile stays.
      if (renewed)
        await db
          .update(credentials)
          .set(renewed)
          .where(and(isAt(place), eq(credentials.ciphertext, row.ciphertext)));
      return secret;
    },
  };
}

const sealPlace = ({ ownerId, provider }: CredentialPlace): SealPlace => [ownerId, provider];

const isAt = ({ ownerId, provider }: CredentialPlace) =>
  and(eq(credentials.ownerId, ownerId), eq(credentials.provider, provider));

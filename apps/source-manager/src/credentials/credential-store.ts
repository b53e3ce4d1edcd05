import {
  type Credential,
  type CredentialProvider,
  SOURCE_TYPES,
  type Source,
  type SourceCredential,
} from '@feedwarden/contracts';
import { type Database, Problem } from '@feedwarden/service-kit';
import { and, eq, sql } from 'drizzle-orm';
import { onlyRow } from '../stored-values.js';
import type { KeyRing, SealPlace } from './key-ring.js';
import { credentials } from './schema.js';

/** Whose API key, and for which API. */
export interface CredentialPlace {
  ownerId: string;
  provider: CredentialProvider;
}

export type CredentialStore = ReturnType<typeof createCredentialStore>;

export function createCredentialStore(db: Database, keyRing: KeyRing) {
  return {
    async put(place: CredentialPlace, apiKey: string): Promise<Credential> {
      const sealed = keyRing.seal(apiKey, sealPlace(place));
      if (!sealed) throw new Problem(503, 'API keys cannot be stored: CREDENTIALS_KEY is not set');
      const rows = await db
        .insert(credentials)
        .values({ ...place, ...sealed })
        .onConflictDoUpdate({
          target: [credentials.ownerId, credentials.provider],
          set: { ...sealed, updatedAt: sql`now()` },
        })
        .returning({ provider: credentials.provider, updatedAt: credentials.updatedAt });
      const row = onlyRow(rows);
      return { provider: row.provider, updatedAt: row.updatedAt.toISOString() };
    },

    async remove(place: CredentialPlace): Promise<boolean> {
      const removed = await db
        .delete(credentials)
        .where(isAt(place))
        .returning({ provider: credentials.provider });
      return removed.length > 0;
    },

    /** The API key in clear text; null when there is none. */
    async reveal(place: CredentialPlace): Promise<string | null> {
      const [row] = await db.select().from(credentials).where(isAt(place));
      if (!row) return null;
      const { secret, renewed } = keyRing.open(row, sealPlace(place));
      // Only the row as it was read: a newer key that was stored meanwhile stays.
      if (renewed)
        await db
          .update(credentials)
          .set(renewed)
          .where(and(isAt(place), eq(credentials.ciphertext, row.ciphertext)));
      return secret;
    },
  };
}

/** The API key of the source's owner, or a problem that says why there is none. */
export async function sourceCredential(store: CredentialStore, source: Source): Promise<SourceCredential> {
  const { type, ownerId } = source;
  const provider = SOURCE_TYPES[type].credentialProvider;
  if (!provider) throw new Problem(404, `a source of type ${type} needs no API key`);
  const apiKey = await store.reveal({ ownerId, provider });
  if (apiKey === null) throw new Problem(404, `the owner of this source has no API key for ${provider}`);
  return { provider, apiKey };
}

const sealPlace = ({ ownerId, provider }: CredentialPlace): SealPlace => [ownerId, provider];

const isAt = ({ ownerId, provider }: CredentialPlace) =>
  and(eq(credentials.ownerId, ownerId), eq(credentials.provider, provider));

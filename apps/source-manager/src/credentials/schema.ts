import type { CredentialProvider } from '@feedwarden/contracts';
import { pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { instant } from '../sources/instant.js';

/** The keys that people gave us for the APIs of others, readable only with ours. See sealed-secret. */
export const credentials = pgTable(
  'credentials',
  {
    ownerId: text('owner_id').notNull(),
    provider: text('provider').$type<CredentialProvider>().notNull(),
    ciphertext: text('ciphertext').notNull(),
    keyId: text('key_id').notNull(),
    updatedAt: instant('updated_at').notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.ownerId, table.provider] })],
);

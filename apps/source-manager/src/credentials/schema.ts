import type { CredentialProvider } from '@feedwarden/contracts';
import { pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { instant } from '../stored-values.js';

/** API keys of users for other services, encrypted. See key-ring. */
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

import { boolean, index, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { instant } from '../stored-values.js';

/** Who is logged in to the page. A browser has the secret, this table only its hash. */
export const logins = pgTable(
  'logins',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    secretHash: text('secret_hash').notNull().unique(),
    /** Made over https: accepted only in the cookie that no other host can set. */
    secure: boolean('secure').notNull(),
    subject: text('subject').notNull(),
    scopes: text('scopes').array().notNull(),
    userAgent: text('user_agent'),
    createdAt: instant('created_at').notNull().defaultNow(),
    seenAt: instant('seen_at').notNull().defaultNow(),
    expiresAt: instant('expires_at').notNull(),
  },
  (table) => [index('logins_by_subject').on(table.subject, table.seenAt)],
);
export type LoginRow = typeof logins.$inferSelect;

/** Codes that were used, by their hash, until they would have expired. */
export const usedLoginCodes = pgTable(
  'used_login_codes',
  {
    codeHash: text('code_hash').primaryKey(),
    expiresAt: instant('expires_at').notNull(),
  },
  (table) => [index('used_login_codes_by_expiry').on(table.expiresAt)],
);

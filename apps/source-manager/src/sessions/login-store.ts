import { randomBytes } from 'node:crypto';
import { LOGIN_DAYS, LOGIN_IDLE_DAYS } from '@feedwarden/contracts';
import { type Caller, type Database, hashOfSecret, type PresentedLogin } from '@feedwarden/service-kit';
import { and, desc, eq, gt, lt, ne, or, type SQL, sql } from 'drizzle-orm';
import { onlyRow } from '../stored-values.js';
import { type LoginRow, logins, usedLoginCodes } from './schema.js';

const IDLE = sql.raw(`interval '${LOGIN_IDLE_DAYS} days'`);
/** Requests come often: that a log-in was seen is written once a minute. */
const SEEN_AGAIN_MS = 60_000;
const LONGEST_USER_AGENT = 300;

export interface NewLoginRow {
  caller: Caller;
  secure: boolean;
  userAgent: string | undefined;
  /** It ends then, if not sooner. */
  until?: Date;
}

export type LoginStore = ReturnType<typeof createLoginStore>;

export function createLoginStore(db: Database) {
  const alive = and(gt(logins.expiresAt, sql`now()`), gt(logins.seenAt, sql`now() - ${IDLE}`));
  const notAlive = or(lt(logins.expiresAt, sql`now()`), lt(logins.seenAt, sql`now() - ${IDLE}`));
  const of = (subject: string | null): SQL | undefined =>
    subject === null ? undefined : eq(logins.subject, subject);

  return {
    /** False: it was used before. */
    async useCode(code: string, expiresAt: Date): Promise<boolean> {
      await db.delete(usedLoginCodes).where(lt(usedLoginCodes.expiresAt, sql`now() - interval '1 hour'`));
      const rows = await db
        .insert(usedLoginCodes)
        .values({ codeHash: hashOfSecret(code), expiresAt })
        .onConflictDoNothing()
        .returning();
      return rows.length > 0;
    },

    /** A new secret for every log-in, whatever the browser had before. */
    async add({ caller, secure, userAgent, until }: NewLoginRow): Promise<{ secret: string; row: LoginRow }> {
      const secret = randomBytes(32).toString('base64url');
      const longest = sql`now() + ${sql.raw(`interval '${LOGIN_DAYS} days'`)}`;
      await db.delete(logins).where(notAlive);
      const rows = await db
        .insert(logins)
        .values({
          secretHash: hashOfSecret(secret),
          secure,
          subject: caller.subject,
          scopes: [...caller.scopes],
          userAgent: userAgent?.slice(0, LONGEST_USER_AGENT) ?? null,
          expiresAt: until ? sql`least(${until.toISOString()}::timestamptz, ${longest})` : longest,
        })
        .returning();
      return { secret, row: onlyRow(rows) };
    },

    async find({ secretHash, secure }: PresentedLogin): Promise<Caller | null> {
      const [row] = await db
        .select()
        .from(logins)
        .where(and(eq(logins.secretHash, secretHash), eq(logins.secure, secure), alive));
      if (!row) return null;
      if (Date.now() - row.seenAt.getTime() > SEEN_AGAIN_MS)
        await db.update(logins).set({ seenAt: sql`now()` }).where(eq(logins.id, row.id));
      const { id: loginId, subject, scopes, expiresAt } = row;
      return { loginId, subject, scopes: new Set(scopes), expiresAt };
    },

    /** Of a subject; null: of all. */
    list: (subject: string | null): Promise<LoginRow[]> =>
      db
        .select()
        .from(logins)
        .where(and(of(subject), alive))
        .orderBy(desc(logins.seenAt), desc(logins.id))
        .limit(500),

    async end(id: string, subject: string | null): Promise<boolean> {
      const ended = await db
        .delete(logins)
        .where(and(eq(logins.id, id), of(subject)))
        .returning();
      return ended.length > 0;
    },

    endByHash: async ({ secretHash }: PresentedLogin): Promise<void> => {
      await db.delete(logins).where(eq(logins.secretHash, secretHash));
    },

    /** All of a subject but one. */
    async endOthers(subject: string, kept: string | undefined): Promise<number> {
      const ended = await db
        .delete(logins)
        .where(and(eq(logins.subject, subject), kept === undefined ? undefined : ne(logins.id, kept)))
        .returning({ id: logins.id });
      return ended.length;
    },
  };
}

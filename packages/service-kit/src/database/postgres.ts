import { backoff } from '@feedwarden/pacing';
import { sql } from 'drizzle-orm';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import { drizzle, type PostgresJsDatabase } from 'drizzle-orm/postgres-js';
import postgres from 'postgres';
import { createGate, gated } from './database-gate.js';
import { prepareRecurring } from './prepare-recurring.js';

export type Database = PostgresJsDatabase;
export type Transaction = Parameters<Parameters<Database['transaction']>[0]>[0];

export interface ConnectionOptions {
  name: string;
  max?: number;
  /** For requests of people, who do not wait long for a connection or a statement. Background work is more patient. */
  impatient?: boolean;
  /** A connection on which a statement waits is closed after this time without a byte. */
  silenceSeconds?: number;
}

export interface Connection {
  db: Database;
  ping(): Promise<void>;
  close(): Promise<void>;
}

/** Any number that nothing else locks: migrations of one database run one after another. */
const MIGRATION_LOCK = 41_004_200;
/** A single statement of a migration may take long, and so may the migration of another replica. */
const MIGRATION_SILENCE_SECONDS = 1800;

const STATEMENT_SECONDS = 30;
const IMPATIENT_STATEMENT_SECONDS = 8;
/** PostgreSQL cancels a statement that takes too long. If nothing comes even then, the connection is dead. */
const SILENCE_AFTER_SECONDS = 5;
/** A request waits for its turn, then for its result: 25 seconds at most, also when the database is silent. */
const IMPATIENT_GATE = { maxWaiting: 200, waitSeconds: 5, resultSeconds: 20 };
const RECONNECT_SECONDS = { first: 0.05, longest: 1 };

const COMMON = {
  connect_timeout: 5,
  // Its query at the start of every connection is not awaited: if it fails, so does the process.
  fetch_types: false,
  // The default waits up to 20 s for a server that may be back after one second.
  backoff: (attempts: number) => backoff(attempts, RECONNECT_SECONDS),
  onnotice: () => {},
};

export function connectDatabase(
  url: string,
  { name, max = 10, impatient, silenceSeconds }: ConnectionOptions,
): Connection {
  const statementSeconds = impatient ? IMPATIENT_STATEMENT_SECONDS : STATEMENT_SECONDS;
  const connections = postgres(url, {
    ...COMMON,
    max,
    idle_timeout: 60,
    silence_timeout: silenceSeconds ?? statementSeconds + SILENCE_AFTER_SECONDS,
    connection: {
      application_name: name,
      statement_timeout: statementSeconds * 1000,
      // A process that is paused in a transaction must not keep the others waiting for its locks.
      idle_in_transaction_session_timeout: 10_000,
      // A plan that was made while a table was small would be kept until the next analyze.
      plan_cache_mode: 'force_custom_plan',
    },
  });
  const client = prepareRecurring(connections);
  const gate = impatient && createGate({ atOnce: max, ...IMPATIENT_GATE });
  const db = drizzle({ client: gate ? gated(client, gate) : client });
  return {
    db,
    ping: async () => {
      await db.execute(sql`select 1`);
    },
    close: () => client.end({ timeout: 5 }),
  };
}

/**
 * Brings the database up to date, completely or not at all. Replicas may call it at the same time: the lock admits one
 * after another, and ends with the transaction. drizzle's own migrator needs a lock around it, on a connection that can
 * be lost without anybody noticing.
 */
export async function migrateDatabase(url: string, migrationsFolder: string): Promise<void> {
  const migrations = readMigrationFiles({ migrationsFolder });
  const client = postgres(url, { ...COMMON, max: 1, silence_timeout: MIGRATION_SILENCE_SECONDS });
  try {
    await drizzle({ client }).transaction(async (tx) => {
      await tx.execute(sql`select pg_advisory_xact_lock(${MIGRATION_LOCK})`);
      const last = await lastMigration(tx);
      for (const { sql: statements, hash, folderMillis } of migrations) {
        if (folderMillis <= last) continue;
        for (const statement of statements) await tx.execute(sql.raw(statement));
        await tx.execute(sql`
          insert into drizzle.__drizzle_migrations (hash, created_at) values (${hash}, ${folderMillis})`);
      }
    });
  } finally {
    await client.end({ timeout: 5 });
  }
}

/** When the newest migration that this database has was made. The table is drizzle's, for its other tools. */
async function lastMigration(tx: Transaction): Promise<number> {
  await tx.execute(sql`create schema if not exists drizzle`);
  await tx.execute(sql`
    create table if not exists drizzle.__drizzle_migrations (
      id serial primary key, hash text not null, created_at bigint)`);
  const [row] = await tx.execute<{ last: string | null }>(sql`
    select max(created_at) as last from drizzle.__drizzle_migrations`);
  return Number(row?.last ?? 0);
}

import { backoff } from '@feedwarden/pacing';
import { sql } from 'drizzle-orm';
import { drizzle, type PostgresJsDatabase } from 'drizzle-orm/postgres-js';
import { migrate } from 'drizzle-orm/postgres-js/migrator';
import postgres from 'postgres';
import { createGate, gated } from './database-gate.js';

export type Database = PostgresJsDatabase;
export type Transaction = Parameters<Parameters<Database['transaction']>[0]>[0];

export interface ConnectionOptions {
  name: string;
  max?: number;
  /** For requests of people, who do not wait long for a connection or a statement. Background work is more patient. */
  impatient?: boolean;
}

export interface Connection {
  db: Database;
  ping(): Promise<void>;
  close(): Promise<void>;
}

/** Any number that nothing else locks: migrations of one database run one after another. */
const MIGRATION_LOCK = 41_004_200;

const RECONNECT_SECONDS = { first: 0.05, longest: 1 };
const STATEMENT_MS = 30_000;
const IMPATIENT_STATEMENT_MS = 8000;
/** A request waits for its turn, then for its result: 25 seconds at most, also when the database is silent. */
const IMPATIENT_GATE = { maxWaiting: 200, waitSeconds: 5, resultSeconds: 20 };

export function connectDatabase(url: string, { name, max = 10, impatient }: ConnectionOptions): Connection {
  const client = postgres(url, {
    max,
    connect_timeout: 5,
    idle_timeout: 60,
    // The default waits up to 20 s for a server that may be back after one second.
    backoff: (attempts: number) => backoff(attempts, RECONNECT_SECONDS),
    onnotice: () => {},
    connection: {
      application_name: name,
      statement_timeout: impatient ? IMPATIENT_STATEMENT_MS : STATEMENT_MS,
      // A process that is paused in a transaction must not keep the others waiting for its locks.
      idle_in_transaction_session_timeout: 10_000,
    },
  });
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

/** Brings the database up to date. Replicas may call it at the same time: the lock admits one after another. */
export async function migrateDatabase(url: string, migrationsFolder: string): Promise<void> {
  const client = postgres(url, { max: 1, connect_timeout: 5, onnotice: () => {} });
  try {
    await client`select pg_advisory_lock(${MIGRATION_LOCK})`;
    await migrate(drizzle({ client }), { migrationsFolder });
  } finally {
    await client.end({ timeout: 5 });
  }
}

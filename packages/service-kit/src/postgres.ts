import { drizzle, type PostgresJsDatabase } from 'drizzle-orm/postgres-js';
import { migrate } from 'drizzle-orm/postgres-js/migrator';
import postgres from 'postgres';

export type Database = PostgresJsDatabase;
export type Transaction = Parameters<Parameters<Database['transaction']>[0]>[0];

export interface Connection {
  db: Database;
  ping(): Promise<void>;
  close(): Promise<void>;
}

/** Any number will do, as long as nobody else locks it: migrations of one database run one after another. */
const MIGRATION_LOCK = 41_004_200;

export function connectDatabase(url: string, options: { name: string; max?: number }): Connection {
  const client = postgres(url, {
    max: options.max ?? 10,
    connect_timeout: 5,
    idle_timeout: 60,
    // The default waits up to 20 s for a server that may be back after one.
    backoff: (attempts: number) => Math.min(0.05 * 2 ** attempts, 1),
    onnotice: () => {},
    connection: {
      application_name: options.name,
      statement_timeout: 30_000,
      // A process that is paused in a transaction must not keep the others waiting for its locks.
      idle_in_transaction_session_timeout: 10_000,
    },
  });
  return {
    db: drizzle({ client }),
    ping: async () => {
      await client`select 1`;
    },
    close: () => client.end({ timeout: 5 }),
  };
}

/** Brings the database up to date. Replicas may call it at once: the lock lets them in one by one. */
export async function migrateDatabase(url: string, migrationsFolder: string): Promise<void> {
  const client = postgres(url, { max: 1, connect_timeout: 5, onnotice: () => {} });
  try {
    await client`select pg_advisory_lock(${MIGRATION_LOCK})`;
    await migrate(drizzle({ client }), { migrationsFolder });
  } finally {
    await client.end({ timeout: 5 });
  }
}

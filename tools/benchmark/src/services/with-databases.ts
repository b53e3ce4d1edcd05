import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '@feedwarden/standalone/embedded-postgres';
import { freshDatabase } from '../subjects/database.js';

export interface Databases {
  pid: number;
  /** A new, empty database, and its URL. */
  fresh(name: string): Promise<string>;
}

/** A PostgreSQL for one measurement, as durable as in production. */
export async function withDatabases(work: (databases: Databases) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'feedwarden-bench-'));
  const postgres = await startEmbeddedPostgres({
    dataDir: join(folder, 'postgres'),
    durable: true,
    password: randomBytes(12).toString('hex'),
  });
  try {
    await work({
      pid: postgres.pid,
      fresh: (name) => freshDatabase({ databaseUrl: (database) => postgres.url(database) }, name),
    });
  } finally {
    await postgres.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

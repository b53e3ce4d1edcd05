import type { Secrets } from '@feedwarden/installation';
import postgres from 'postgres';
import type { PlannedService } from '../processes/service-plan.js';
import type { EmbeddedPostgres } from './embedded-postgres.js';

/** Gives every service without a database of its own one in the embedded PostgreSQL; returns their URLs by variable. */
export async function provideDatabases(
  services: PlannedService[],
  server: EmbeddedPostgres,
  secrets: Secrets,
): Promise<Record<string, string>> {
  const sql = postgres(server.url('postgres'), { max: 1, onnotice: () => {} });
  try {
    await closeToPublic(sql, 'postgres');
    await closeToPublic(sql, 'template1');
    const urls: Record<string, string> = {};
    for (const { database, databasePassword, databaseUrlVariable, hasOwnDatabase } of services) {
      if (hasOwnDatabase) continue;
      const password = secrets[databasePassword];
      await provideDatabase(sql, database, password);
      const login = `${database}:${encodeURIComponent(password)}`;
      urls[databaseUrlVariable] = `postgres://${login}@127.0.0.1:${server.port}/${database}`;
    }
    return urls;
  } catch (error) {
    throw isWrongPassword(error)
      ? new Error(`secrets.json does not belong to the database in ${server.dataDir}; restore the right one.`)
      : error;
  } finally {
    await sql.end();
  }
}

async function provideDatabase(sql: postgres.Sql, name: string, password: string): Promise<void> {
  const [found] = await sql<[{ role: boolean; database: boolean }]>`
    select exists (select from pg_roles where rolname = ${name}) as role,
           exists (select from pg_database where datname = ${name}) as database`;
  // Utility statements take no parameters. The password is ours, but a quote in it must still not end it.
  const quoted = `'${password.replaceAll("'", "''")}'`;
  await sql.unsafe(`${found.role ? 'alter' : 'create'} role ${name} login password ${quoted}`);
  if (!found.database) await sql.unsafe(`create database ${name} owner ${name}`);
  await closeToPublic(sql, name);
}

async function closeToPublic(sql: postgres.Sql, database: string): Promise<void> {
  await sql`revoke connect, temporary on database ${sql(database)} from public`;
}

function isWrongPassword(error: unknown): boolean {
  return error instanceof postgres.PostgresError && error.code === '28P01';
}

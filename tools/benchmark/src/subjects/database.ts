import postgres, { type Sql } from 'postgres';
import type { RunContext } from './subject.js';

/** A new, empty database; what had its name is dropped. */
export async function freshDatabase(
  { databaseUrl }: Pick<RunContext, 'databaseUrl'>,
  name: string,
): Promise<string> {
  const admin = postgres(databaseUrl('postgres'), { max: 1, onnotice: () => {} });
  try {
    await admin`drop database if exists ${admin(name)} with (force)`;
    await admin`create database ${admin(name)}`;
  } finally {
    await admin.end();
  }
  return databaseUrl(name);
}

/** Lets PostgreSQL count statements from its next start on. */
export async function countStatements(url: string): Promise<void> {
  const admin = postgres(url, { max: 1 });
  await admin`alter system set shared_preload_libraries = 'pg_stat_statements'`;
  await admin.end();
}

/** Statements, transactions and bytes of write-ahead log between two moments, for each feed. */
export async function writeCosts(sql: Sql, feeds: number, work: () => Promise<void>) {
  const before = await readCounters(sql);
  await work();
  const after = await readCounters(sql);
  const perFeed = (name: keyof typeof after) => (after[name] - before[name]) / feeds;
  return {
    statementsPerFeed: perFeed('statements'),
    transactionsPerFeed: perFeed('transactions'),
    walBytesPerFeed: perFeed('wal'),
  };
}

async function readCounters(sql: Sql) {
  await sql`create extension if not exists pg_stat_statements`;
  const [row] = await sql<[{ statements: string; transactions: string; wal: string }]>`
    select (select coalesce(sum(calls), 0) from pg_stat_statements where dbid = database.datid) as statements,
           xact_commit + xact_rollback as transactions,
           pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0') as wal
    from pg_stat_database database where datname = current_database()`;
  return {
    statements: Number(row.statements),
    transactions: Number(row.transactions),
    wal: Number(row.wal),
  };
}

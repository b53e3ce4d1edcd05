import postgres, { type Sql } from 'postgres';
import type { RunContext } from './subject.js';

/** A new, empty database; what had its name is dropped. */
export async function freshDatabase({ databaseUrl }: RunContext, name: string): Promise<string> {
  const admin = postgres(databaseUrl('postgres'), { max: 1, onnotice: () => {} });
  try {
    await admin`drop database if exists ${admin(name)} with (force)`;
    await admin`create database ${admin(name)}`;
  } finally {
    await admin.end();
  }
  return databaseUrl(name);
}

/** Transactions and bytes of write-ahead log between two moments, for each feed. */
export async function writeCosts(sql: Sql, feeds: number, work: () => Promise<void>) {
  const before = await readCounters(sql);
  await work();
  const after = await readCounters(sql);
  return {
    transactionsPerFeed: (after.transactions - before.transactions) / feeds,
    walBytesPerFeed: (after.wal - before.wal) / feeds,
  };
}

async function readCounters(sql: Sql): Promise<{ transactions: number; wal: number }> {
  const [row] = await sql<[{ transactions: string; wal: string }]>`
    select (select xact_commit + xact_rollback from pg_stat_database where datname = current_database()) as transactions,
           pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0') as wal`;
  return { transactions: Number(row.transactions), wal: Number(row.wal) };
}

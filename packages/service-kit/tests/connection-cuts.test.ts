import {
  createTestDatabase,
  type PostgresProxy,
  startPostgresProxy,
  type TestDatabase,
} from '@feedwarden/test-kit';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { sql } from 'drizzle-orm';
import { isDatabaseTrouble } from '../src/database/database-trouble.js';
import { type Connection, connectDatabase, migrateDatabase } from '../src/database/postgres.js';

const MIGRATION_CUTS = 40;
const CUTS = ['reset', 'close', 'torn'] as const;

let database: TestDatabase;
let proxy: PostgresProxy;
/** Not through the proxy. */
let direct: Connection;

beforeAll(async () => {
  database = await createTestDatabase('crawler');
  proxy = await startPostgresProxy(database.url);
  direct = connectDatabase(database.url, { name: 'direct', max: 1 });
  await direct.db.execute(sql`create table written (id int primary key)`);
});
afterAll(async () => {
  await direct.close();
  await proxy.close();
  await database.drop();
});

let lastId = 0;
const newId = () => {
  lastId += 1;
  return lastId;
};

async function idsWritten(): Promise<Set<number>> {
  const rows = await direct.db.execute<{ id: number }>(sql`select id from written`);
  return new Set(rows.map(({ id }) => id));
}

type Work = (connection: Connection) => Promise<number[]>;

/** What the services do with a database. Each returns the ids that it has written for certain. */
const statement: Work = async ({ ping }) => {
  await ping();
  return [];
};
const transaction: Work = ({ db }) =>
  db.transaction(async (tx) => {
    const id = newId();
    await tx.execute(sql`insert into written values (${id})`);
    await tx.execute(sql`select ${'x'.repeat(3000)}::text`);
    return [id];
  });
const transactionsAtOnce: Work = async (connection) =>
  (await Promise.all([transaction(connection), transaction(connection), transaction(connection)])).flat();

// Jest fails the test that is running when a promise is rejected and nothing handles it.
describe('a connection that breaks', () => {
  const open = (name: string) => connectDatabase(proxy.url, { name, max: 2 });

  it('fails the statement on it and no later one, after any message of its start', async () => {
    proxy.plan(() => null);
    const messages = await countMessages(async () => {
      const connection = open('counted');
      await statement(connection);
      await connection.close();
    });
    for (let message = 1; message <= messages; message += 1) {
      const cuts = proxy.cuts.length;
      cutAfter(message);
      const connection = open('start');
      await untilItSucceeds(connection, statement, () => proxy.cuts.length > cuts);
      await connection.close();
    }
  });

  it.each([
    ['a transaction', transaction],
    ['transactions at the same time', transactionsAtOnce],
  ])('fails the work on it and loses nothing, after any message of %s', async (_given, work) => {
    const connection = open('work');
    await work(connection);
    const messages = await countMessages(() => work(connection));
    const certain: number[] = [];
    for (let message = 1; message <= messages; message += 1) {
      const cuts = proxy.cuts.length;
      cutAfter(message);
      certain.push(...(await untilItSucceeds(connection, work, () => proxy.cuts.length > cuts)));
    }
    await connection.close();
    const written = await idsWritten();
    expect(certain.filter((id) => !written.has(id))).toEqual([]);
  });

  it('is replaced when it falls silent, after any message of its start and of a statement', async () => {
    const messages = await countMessages(async () => {
      const connection = open('counted');
      await statement(connection);
      await connection.close();
    });
    const cuts = await Promise.all(
      Array.from({ length: messages }, async (_, index) => {
        const frozen = await startPostgresProxy(database.url);
        frozen.plan((number, message) => (number === 1 && message === index + 1 ? 'freeze' : null));
        const connection = connectDatabase(frozen.url, { name: 'frozen', max: 1, silenceSeconds: 2 });
        await untilItSucceeds(connection, statement, () => frozen.cuts.length > 0);
        await connection.close();
        await frozen.close();
        return frozen.cuts;
      }),
    );
    expect(cuts.flat().length).toBe(messages);
  });
});

describe('a migration whose connection breaks', () => {
  it.each(['source-manager', 'crawler'])('is done completely or not at all: %s', async (app) => {
    const migrations = new URL(`../../../apps/${app}/migrations`, import.meta.url).pathname;
    const messages = await inEmptyDatabase(async (through) => {
      await migrateDatabase(through.url, migrations);
      return through.messages();
    });
    await inEmptyDatabase(async (through, tables) => {
      const seen = new Set<number>();
      // Evenly spread, and every message of the end, where the transaction is committed.
      const evenly = Array.from(
        { length: MIGRATION_CUTS },
        (_, n) => 1 + Math.floor((n * messages) / MIGRATION_CUTS),
      );
      const atTheEnd = Array.from({ length: 8 }, (_, n) => messages - 7 + n);
      for (const message of [...evenly, ...atTheEnd]) {
        cutAfter(message, through);
        const error: unknown = await migrateDatabase(through.url, migrations).catch((reason) => reason);
        if (error !== undefined) expect(isDatabaseTrouble(error)).toBe(true);
        seen.add(await tables());
      }
      through.plan(() => null);
      await migrateDatabase(through.url, migrations);
      expect([...seen].sort((a, b) => a - b)).toEqual([0, await tables()]);
    });
  });
});

async function inEmptyDatabase<Result>(
  work: (through: PostgresProxy, tables: () => Promise<number>) => Promise<Result>,
): Promise<Result> {
  const empty = await createTestDatabase('empty');
  const through = await startPostgresProxy(empty.url);
  const watching = connectDatabase(empty.url, { name: 'watching', max: 1 });
  try {
    return await work(through, async () => {
      const rows = await watching.db.execute(
        sql`select from information_schema.tables where table_schema = 'public'`,
      );
      return rows.length;
    });
  } finally {
    await watching.close();
    await through.close();
    await empty.drop();
  }
}

async function countMessages(work: () => Promise<unknown>): Promise<number> {
  const before = proxy.messages();
  await work();
  return proxy.messages() - before;
}

/** Cuts the connection of the nth message from now, in each way in turn. */
function cutAfter(message: number, through = proxy): void {
  let seen = 0;
  through.plan(() => {
    seen += 1;
    return seen === message ? (CUTS[message % CUTS.length] ?? null) : null;
  });
}

/** Repeats the work until it has been cut and then succeeds. Returns what was written for certain, cut or not. */
async function untilItSucceeds(connection: Connection, work: Work, isCut: () => boolean): Promise<number[]> {
  const certain: number[] = [];
  for (;;) {
    const wasCut = isCut();
    try {
      certain.push(...(await work(connection)));
      if (wasCut) return certain;
    } catch (error) {
      // It fails because of the cut, or because of the reply to it that was still on its way.
      expect(isDatabaseTrouble(error)).toBe(true);
    }
  }
}

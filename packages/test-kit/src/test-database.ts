import { randomBytes } from 'node:crypto';
import postgres from 'postgres';

export interface TestDatabase {
  url: string;
  drop(): Promise<void>;
}

/** A new database for one test file: cloned from the migrated template of a service, or empty. */
export async function createTestDatabase(
  content: 'source-manager' | 'crawler' | 'empty',
): Promise<TestDatabase> {
  const serverUrl = process.env.TEST_DATABASE_URL;
  if (!serverUrl) throw new Error('TEST_DATABASE_URL is not set: run the tests with `npm test`');
  const template = content === 'empty' ? 'template1' : `template_${content.replace('-', '_')}`;
  const name = `test_${randomBytes(6).toString('hex')}`;
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  await administer(serverUrl, `create database ${name} template ${template}`);
  return { url: url.href, drop: () => administer(serverUrl, `drop database ${name} with (force)`) };
}

async function administer(serverUrl: string, statement: string): Promise<void> {
  const client = postgres(serverUrl, { max: 1, onnotice: () => {} });
  try {
    await client.unsafe(statement);
  } finally {
    await client.end();
  }
}

/** A transaction of somebody else that has run `statement` and stays open until it is released. */
export async function holdLock(
  databaseUrl: string,
  statement: string,
): Promise<{ release(): Promise<void> }> {
  const client = postgres(databaseUrl, { max: 1, onnotice: () => {} });
  const transaction = await client.reserve();
  await transaction.unsafe('begin');
  await transaction.unsafe(statement);
  return {
    release: async () => {
      await transaction.unsafe('rollback');
      transaction.release();
      await client.end();
    },
  };
}

/** The number of rows of each table and a hash over them: equal fingerprints mean that nothing was changed. */
export async function databaseFingerprint(url: string): Promise<Record<string, string>> {
  const client = postgres(url, { max: 1, onnotice: () => {} });
  try {
    const tables = await client<{ name: string }[]>`
      select table_name as name from information_schema.tables where table_schema = 'public' order by 1`;
    const prints: Record<string, string> = {};
    for (const { name } of tables) {
      const [row] = await client<{ print: string }[]>`
        select count(*) || ':' || coalesce(md5(string_agg(t::text, '|' order by t::text)), '') as print
        from ${client(name)} t`;
      prints[name] = row?.print ?? '';
    }
    return prints;
  } finally {
    await client.end();
  }
}

import { join } from 'node:path';
import { loadOrCreateSecrets, type Secrets } from '@feedwarden/installation';
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import postgres from 'postgres';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../src/postgres/embedded-postgres.js';
import { provideDatabases } from '../src/postgres/service-databases.js';
import { planServices } from '../src/processes/service-plan.js';
import { type ThrowAwayDir, throwAwayDir } from './throw-away-dir.js';

// initdb, on a machine that may be busy with the other suites.
jest.setTimeout(60_000);

describe('service databases', () => {
  let directory: ThrowAwayDir;
  let secrets: Secrets;
  let server: EmbeddedPostgres;

  beforeAll(async () => {
    directory = throwAwayDir();
    secrets = loadOrCreateSecrets(directory.path);
    const dataDir = join(directory.path, 'postgres');
    server = await startEmbeddedPostgres({ dataDir, durable: false, password: secrets.postgresPassword });
  });
  afterAll(async () => {
    await server.stop();
    directory.remove();
  });

  async function run(url: string, text: string): Promise<Record<string, unknown>[]> {
    const sql = postgres(url, { max: 1 });
    try {
      return [...(await sql.unsafe(text))];
    } finally {
      await sql.end();
    }
  }

  test('belong to one role each, which enters no other, however often provided', async () => {
    await provideDatabases(planServices({}), server, secrets);
    const urls = await provideDatabases(planServices({}), server, secrets);

    expect(Object.keys(urls)).toEqual(['SOURCE_MANAGER_DATABASE_URL', 'CRAWLER_DATABASE_URL']);
    const crawlerUrl = String(urls.CRAWLER_DATABASE_URL);
    await run(crawlerUrl, 'create schema drizzle; create table feeds (id int)');
    for (const foreign of ['source_manager', 'postgres', 'template1']) {
      const url = crawlerUrl.replace(/\/crawler$/, `/${foreign}`);
      await expect(run(url, 'select 1')).rejects.toMatchObject({ code: '42501' });
    }
  });

  test('are not provided for a service that has its own', async () => {
    const plans = planServices({ CRAWLER_DATABASE_URL: 'postgres://elsewhere/crawler' });
    expect(Object.keys(await provideDatabases(plans, server, secrets))).toEqual([
      'SOURCE_MANAGER_DATABASE_URL',
    ]);
  });

  test("are refused with an error, given another installation's secrets", async () => {
    const foreign = { ...server, url: () => `postgres://postgres:wrong@127.0.0.1:${server.port}/postgres` };
    await expect(provideDatabases(planServices({}), foreign, secrets)).rejects.toThrow(
      /secrets\.json does not belong/,
    );
  });
});

import { spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '../apps/standalone/dist/postgres/embedded-postgres.js';
import { recreateDatabase } from '../apps/standalone/dist/postgres/recreate-database.js';

const TEMPLATES = { 'source-manager': 'template_source_manager', crawler: 'template_crawler' };

export default async function setUp() {
  const { TEST_DATABASE_URL: given } = process.env;
  const adminUrl = given || (await startServer());
  process.env.TEST_DATABASE_URL = adminUrl;
  for (const [service, database] of Object.entries(TEMPLATES))
    await createTemplate(adminUrl, service, database);
}

async function startServer() {
  const directory = mkdtempSync(join(tmpdir(), 'feedwarden-tests-'));
  // Root runs PostgreSQL as another user, which needs access.
  chmodSync(directory, 0o711);
  // Temporary files of interrupted tests are deleted with it.
  process.env.TMPDIR = directory;
  const postgres = await startEmbeddedPostgres({ dataDir: join(directory, 'postgres'), durable: false });
  const directories = [postgres.dataDir, directory];
  globalThis.feedwardenTestServer = { postgres, directories, watchdog: watch(postgres.pid, directories) };
  return postgres.url('postgres');
}

// Jest skips the teardown when it is interrupted. The watchdog's stdin closes when this process ends, however it ends;
// only then does its `read` return.
function watch(pid, directories) {
  const script =
    'read -r line; pid=$1; shift; kill -INT "$pid"; while kill -0 "$pid"; do sleep 0.2; done; rm -rf "$@"';
  const watchdog = spawn('/bin/sh', ['-c', script, 'feedwarden-test-watchdog', String(pid), ...directories], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  });
  watchdog.unref();
  return watchdog;
}

async function createTemplate(adminUrl, service, database) {
  const migrations = join(import.meta.dirname, '../apps', service, 'migrations');
  if (!existsSync(migrations)) return;
  const { migrateDatabase } = await import('../packages/service-kit/dist/index.js');
  await migrateDatabase(await recreateDatabase(adminUrl, database), migrations);
}

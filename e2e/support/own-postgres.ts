import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from '../../apps/standalone/src/postgres/embedded-postgres.js';
import { recreateDatabase } from '../../apps/standalone/src/postgres/recreate-database.js';
import type { openResources } from './open-resources.js';

/** Starts a PostgreSQL that only this test uses, and may stop and start. */
export async function openPostgres(open: ReturnType<typeof openResources>) {
  const folder = await mkdtemp(join(tmpdir(), 'feedwarden-postgres-'));
  // Root runs PostgreSQL as another user, which needs access.
  await chmod(folder, 0o711);
  const options = { dataDir: join(folder, 'postgres'), durable: true, password: 'for this test' };
  let running: EmbeddedPostgres = await startEmbeddedPostgres(options);
  const { port, dataDir } = running;
  const closing: (() => Promise<void>)[] = [];
  open.closeLater(async () => {
    await running.stop();
    for (const close of closing) await close();
    await rm(dataDir, { recursive: true });
    await rm(folder, { recursive: true, force: true });
  });
  return {
    adminUrl: running.url('postgres'),
    dataDir,
    databases: {
      sourceManager: await recreateDatabase(running.url('postgres'), 'source_manager'),
      crawler: await recreateDatabase(running.url('postgres'), 'crawler'),
    },
    /** What it needs until it has stopped. */
    closeAfter: (close: () => Promise<void>) => void closing.push(close),
    stop: () => running.stop(),
    /** What PostgreSQL calls an immediate shutdown: as in a crash, it recovers at the next start. */
    crash: async () => {
      process.kill(running.pid, 'SIGQUIT');
      await running.exited;
    },
    start: async () => {
      running = await startEmbeddedPostgres({ ...options, port });
    },
  };
}

export type OwnPostgres = Awaited<ReturnType<typeof openPostgres>>;

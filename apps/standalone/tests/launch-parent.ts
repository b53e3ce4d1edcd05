import { type ChildProcess, spawn } from 'node:child_process';
import { resolve } from 'node:path';

const MODULE = resolve(import.meta.dirname, '../dist/postgres/embedded-postgres.js');

/** A process of its own that starts PostgreSQL, so that a test can kill it without a chance to clean up. */
export function launchParent(dataDir: string, password: string): ChildProcess {
  const program = `
    const { startEmbeddedPostgres } = await import(process.argv[1]);
    const options = { dataDir: process.argv[2], password: process.argv[3], durable: false };
    const { pid } = await startEmbeddedPostgres(options);
    process.stdout.write(String(pid));`;
  return spawn(process.execPath, ['--input-type=module', '-e', program, MODULE, dataDir, password], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
}

import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually } from '@feedwarden/test-kit';
import { freePort } from '../../apps/standalone/src/processes/tcp-ports.js';
import type { openResources } from './open-resources.js';

const VERSIONS = '/usr/lib/postgresql';

/** The folder with the programs of the newest version that Debian's packages have installed; undefined if none. */
export function debianPrograms(): string | undefined {
  const versions = readIfPresent(VERSIONS).sort((a, b) => Number(b) - Number(a));
  const folder = versions.map((version) => join(VERSIONS, version, 'bin'))[0];
  return folder && spawnSync(join(folder, 'postgres'), ['--version']).status === 0 ? folder : undefined;
}

/**
 * A PostgreSQL of Debian's package: the embedded one has no pg_dump, and pg_dump reads no newer server than itself. Each
 * service has a role and a database, as docker/postgres-init.sh makes them.
 */
export async function startDebianPostgres(programs: string, open: ReturnType<typeof openResources>) {
  const folder = await mkdtemp(join(tmpdir(), 'feedwarden-debian-'));
  await chmod(folder, 0o711);
  const asRoot = process.getuid?.() === 0;
  if (asRoot) execFileSync('chown', ['nobody', folder]);
  const data = join(folder, 'data');
  // PostgreSQL refuses to run as root.
  const as = (command: string[]) =>
    asRoot ? ['setpriv', '--reuid=nobody', '--clear-groups', ...command] : command;
  const run = ([command = '', ...args]: string[]) =>
    execFileSync(command, args, { stdio: 'pipe', cwd: folder });
  run(
    as([
      join(programs, 'initdb'),
      '-D',
      data,
      '-U',
      'postgres',
      '--auth=trust',
      '--locale=C.UTF-8',
      '-E',
      'UTF8',
    ]),
  );
  const port = await freePort();
  const options = [
    '-D',
    data,
    '-p',
    String(port),
    '-k',
    folder,
    '-c',
    'listen_addresses=127.0.0.1',
    '-c',
    'fsync=off',
  ];
  const [command = '', ...args] = as([join(programs, 'postgres'), ...options]);
  const server = spawn(command, args, { stdio: 'ignore', cwd: folder });
  const ended = new Promise((resolve) => server.once('exit', resolve));
  open.closeLater(async () => {
    server.kill('SIGINT');
    await ended;
    await rm(folder, { recursive: true, force: true });
  });
  const env = { PGHOST: '127.0.0.1', PGPORT: String(port), PGUSER: 'postgres' };
  const sql = (statement: string) =>
    execFileSync(
      'psql',
      ['--no-psqlrc', '--quiet', '--set', 'ON_ERROR_STOP=1', '--command', statement, 'postgres'],
      {
        env: { ...process.env, ...env },
        stdio: 'pipe',
      },
    );
  await eventually(() => sql('select 1'), 30_000);
  for (const name of ['source_manager', 'crawler']) {
    sql(`create role ${name} login`);
    sql(`create database ${name} owner ${name}`);
  }
  const url = (name: string) => `postgres://${name}@127.0.0.1:${port}/${name}`;
  return { env, databases: { sourceManager: url('source_manager'), crawler: url('crawler') } };
}

function readIfPresent(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

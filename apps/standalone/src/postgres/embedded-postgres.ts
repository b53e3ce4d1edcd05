import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { closeSync, mkdirSync, openSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../processes/tcp-ports.js';
import { postgresBinaries } from './binaries.js';
import { isInitialised, placeDataDir } from './data-dir.js';
import { initialiseCluster } from './initialise-cluster.js';
import { logExcerpt, rotateLog } from './log.js';
import { isPostmasterReady, stopLeftoverPostmaster } from './postmaster.js';
import { postgresUser } from './user.js';

export interface EmbeddedPostgresOptions {
  dataDir: string;
  /** false: faster, and a crash of the machine may lose everything. For tests. */
  durable: boolean;
  port?: number;
  /** Of the superuser `postgres`. Whoever keeps the data must keep it too; for throw-away data it may be left out. */
  password?: string;
}

export interface EmbeddedPostgres {
  /** The superuser's URL of a database. */
  url(database: string): string;
  port: number;
  pid: number;
  /** Differs from the one asked for when PostgreSQL's user cannot get there. */
  dataDir: string;
  stop(): Promise<void>;
  exited: Promise<Exit>;
}

export interface Exit {
  code: number | null;
  signal: NodeJS.Signals | null;
}

const FAST_SHUTDOWN_MS = 30_000;
const UNSAFE_BUT_FAST = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off'];

export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const { durable, port = await freePort(), password = randomBytes(24).toString('base64url') } = options;
  const user = postgresUser(options.dataDir);
  const dataDir = placeDataDir(options.dataDir, user);
  const { postgres, initdb } = await postgresBinaries(user);
  const logFile = join(dirname(resolve(options.dataDir)), 'postgres.log');
  mkdirSync(dirname(logFile), { recursive: true });
  rotateLog(logFile);

  const env: NodeJS.ProcessEnv = { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' };
  if (!isInitialised(dataDir)) {
    await initialiseCluster({ dataDir, initdb, user, env, password, durable, logFile });
  }
  const stranger = await stopLeftoverPostmaster(dataDir);
  // The variable pg_ctl uses to say "this pid is no postmaster". Removing the pid file instead would also
  // remove PostgreSQL's check that no backend of a crashed server still uses the data.
  if (stranger !== undefined) env.PG_GRANDPARENT_PID = String(stranger);

  const log = openSync(logFile, 'a', 0o600);
  const child = spawn(postgres, ['-D', dataDir, '-p', String(port), ...settings(durable)], {
    ...user,
    env,
    cwd: '/',
    stdio: ['ignore', log, log],
    // Its own process group: a terminal's ctrl-C must not stop it before the services are done with it.
    detached: true,
  });
  closeSync(log);
  const exited = exitOf(child);
  await becomesReady(dataDir, child, exited, logFile);
  return {
    url: (database) => `postgres://postgres:${encodeURIComponent(password)}@127.0.0.1:${port}/${database}`,
    port,
    pid: child.pid ?? 0,
    dataDir,
    stop: () => stop(child, exited),
    exited,
  };
}

function settings(durable: boolean): string[] {
  const values = [
    'listen_addresses=127.0.0.1',
    'unix_socket_directories=',
    'max_connections=200',
    'log_checkpoints=off',
    ...(durable ? [] : UNSAFE_BUT_FAST),
  ];
  return values.flatMap((value) => ['-c', value]);
}

function exitOf(child: ChildProcess): Promise<Exit> {
  return new Promise((resolve) => {
    child.once('error', () => resolve({ code: null, signal: null }));
    child.once('exit', (code, signal) => resolve({ code, signal }));
  });
}

async function becomesReady(
  dataDir: string,
  child: ChildProcess,
  exited: Promise<Exit>,
  logFile: string,
): Promise<void> {
  let gone = false;
  void exited.then(() => {
    gone = true;
  });
  while (!isPostmasterReady(dataDir, child.pid ?? 0)) {
    if (gone) throw new Error(`PostgreSQL did not start. ${logExcerpt(logFile)}`);
    await sleep(20);
  }
}

async function stop(child: ChildProcess, exited: Promise<Exit>): Promise<void> {
  child.kill('SIGINT');
  const immediate = setTimeout(() => child.kill('SIGQUIT'), FAST_SHUTDOWN_MS);
  await exited;
  clearTimeout(immediate);
}

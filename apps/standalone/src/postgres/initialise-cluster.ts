import { spawn } from 'node:child_process';
import {
  closeSync,
  existsSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { inspectProcess } from '../processes/process-info.js';
import { logExcerpt } from './log.js';
import { giveTo, type RunAs } from './user.js';

const PID_FILE = 'initdb.pid';

export interface NewCluster {
  dataDir: string;
  initdb: string;
  user: RunAs;
  env: NodeJS.ProcessEnv;
  password: string;
  durable: boolean;
  logFile: string;
}

/** Prepares the data beside its place and moves it there when complete: a kill half-way costs only a retry. */
export async function initialiseCluster(cluster: NewCluster): Promise<void> {
  removeUnfinished(cluster.dataDir);
  const workDir = mkdtempSync(unfinishedPrefix(cluster.dataDir));
  try {
    giveTo(cluster.user, workDir);
    const passwordFile = join(workDir, 'password');
    writeFileSync(passwordFile, `${cluster.password}\n`, { mode: 0o600, flag: 'wx' });
    giveTo(cluster.user, passwordFile);
    await runInitdb(cluster, workDir, passwordFile);
    renameSync(join(workDir, 'cluster'), cluster.dataDir);
  } finally {
    rmSync(workDir, { recursive: true, force: true });
  }
}

async function runInitdb(cluster: NewCluster, workDir: string, passwordFile: string): Promise<void> {
  const log = openSync(cluster.logFile, 'a', 0o600);
  const child = spawn(
    cluster.initdb,
    [
      ...[
        '-D',
        join(workDir, 'cluster'),
        '-U',
        'postgres',
        '--auth=scram-sha-256',
        `--pwfile=${passwordFile}`,
      ],
      ...['--encoding=UTF8', '--locale-provider=builtin', '--locale=C.UTF-8', '--no-instructions'],
      ...(cluster.durable ? [] : ['--no-sync']),
    ],
    { ...cluster.user, env: cluster.env, cwd: '/', stdio: ['ignore', log, log], detached: true },
  );
  closeSync(log);
  writeFileSync(join(workDir, PID_FILE), String(child.pid ?? ''));
  const outcome = await new Promise<number | string>((resolve) => {
    child.once('error', (error) => resolve(error.message));
    child.once('exit', (code, signal) => resolve(code ?? String(signal)));
  });
  if (outcome === 0) return;
  throw new Error(`PostgreSQL's data could not be initialised (${outcome}). ${logExcerpt(cluster.logFile)}`);
}

function unfinishedPrefix(dataDir: string): string {
  return `${dataDir}.initialising-`;
}

function removeUnfinished(dataDir: string): void {
  const parent = dirname(dataDir);
  const prefix = basename(unfinishedPrefix(dataDir));
  for (const name of readdirSync(parent)) {
    if (!name.startsWith(prefix)) continue;
    const workDir = join(parent, name);
    endInitdb(workDir);
    rmSync(workDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  }
}

/** The initdb of a killed start goes on without it, and would make its folder anew after we have removed it. */
function endInitdb(workDir: string): void {
  const pid = Number(readIfThere(join(workDir, PID_FILE)));
  // With the group, for initdb has servers do its work; a pid alone may be another process by now.
  if (inspectProcess(pid)?.command?.includes(workDir)) process.kill(-pid, 'SIGKILL');
}

function readIfThere(path: string): string {
  return existsSync(path) ? readFileSync(path, 'utf8') : '';
}

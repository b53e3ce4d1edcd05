import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { SignJWT } from 'jose';

const SECRET = 'a secret of the benchmark, and of nothing else';
/** Two benchmarks on one machine do not meet. */
export const MANAGER_PORT = 20_000 + (process.pid % 10_000);
export const CRAWLER_PORT = MANAGER_PORT + 10_000;
const LONGEST_WAIT_MS = 30 * 60_000;

const COMMON = { PATH: process.env.PATH, JWT_SECRET: SECRET, LOG_LEVEL: 'warn', HOST: '127.0.0.1' };

/** The source-manager of the checkout at `root`, which must have been built, as it really runs. */
export function startSourceManager(root: string, databaseUrl: string): Promise<ChildProcess> {
  return start(root, 'source-manager', MANAGER_PORT, {
    SOURCE_MANAGER_PORT: String(MANAGER_PORT),
    SOURCE_MANAGER_DATABASE_URL: databaseUrl,
  });
}

export function startCrawler(
  root: string,
  databaseUrl: string,
  env: NodeJS.ProcessEnv = {},
): Promise<ChildProcess> {
  return start(root, 'crawler', CRAWLER_PORT, {
    CRAWLER_PORT: String(CRAWLER_PORT),
    CRAWLER_DATABASE_URL: databaseUrl,
    SOURCE_MANAGER_URL: `http://127.0.0.1:${MANAGER_PORT}`,
    POLL_TICK_SECONDS: '1',
    // First polls are spread over the interval: with one of a month, only what the benchmark makes due is polled.
    POLL_DEFAULT_INTERVAL_MINUTES: '43200',
    FETCH_ALLOW_PRIVATE_NETWORKS: '127.0.0.0/8',
    ...env,
  });
}

async function start(root: string, app: string, port: number, env: NodeJS.ProcessEnv): Promise<ChildProcess> {
  const child = spawn(process.execPath, [join(root, 'apps', app, 'dist/main.js')], {
    env: { ...COMMON, ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  await waitUntil(async () => {
    if (child.exitCode !== null) throw new Error(`${app} ended with ${child.exitCode}`);
    const response = await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => null);
    return response?.ok === true;
  });
  return child;
}

export async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  const exited = once(child, 'exit');
  child.kill('SIGTERM');
  await exited;
}

export async function waitUntil(holds: () => Promise<boolean>, everyMs = 100): Promise<void> {
  const deadline = Date.now() + LONGEST_WAIT_MS;
  while (!(await holds())) {
    if (Date.now() > deadline) throw new Error('nothing happened for half an hour');
    await sleep(everyMs);
  }
}

export function signToken(scope: string): Promise<string> {
  return new SignJWT({ scope })
    .setProtectedHeader({ alg: 'HS256' })
    .setIssuer('feedwarden')
    .setAudience('feedwarden')
    .setSubject('benchmark')
    .setIssuedAt()
    .setExpirationTime('1h')
    .sign(new TextEncoder().encode(SECRET));
}

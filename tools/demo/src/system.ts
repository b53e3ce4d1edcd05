import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** A minute of an interval lasts five seconds: what takes hours in earnest takes two minutes here. */
const MINUTE_SECONDS = '5';
const SHORT_COOLDOWNS = {
  typed: {
    rules: {
      gone: { cooldown: '35s' },
      not_found: { disableAfter: 2, cooldown: '25s' },
      upstream_failure: { disableAfter: 2, cooldown: '25s' },
      parse_error: { disableAfter: 2, cooldown: '25s' },
      forbidden: { disableAfter: 2, cooldown: '30s' },
    },
  },
};

export interface DemoSystem {
  env: NodeJS.ProcessEnv;
  storyFile: string;
  exited: Promise<unknown>;
  /** Stops everything, and removes the data. */
  stop(): Promise<void>;
}

/** The whole system as `npm start` runs it, with data of its own that does not outlive it. */
export function startSystem(rootDir: string, given: NodeJS.ProcessEnv): DemoSystem {
  const folder = mkdtempSync(join(tmpdir(), 'feedwarden-demo-'));
  // As root, PostgreSQL runs as another user, who must get through to its data.
  chmodSync(folder, 0o711);
  const dataDir = join(folder, 'data');
  const storyFile = join(folder, 'story.json');
  const policies = join(folder, 'policies.json');
  writeFileSync(storyFile, '[]');
  writeFileSync(policies, JSON.stringify(SHORT_COOLDOWNS));
  const env: NodeJS.ProcessEnv = {
    ...given,
    DATA_DIR: dataDir,
    DEMO_STORY_FILE: storyFile,
    FAILURE_POLICY_FILE: policies,
    FETCH_ALLOW_PRIVATE_NETWORKS: '127.0.0.0/8',
    POLL_TICK_SECONDS: '1',
    POLL_MINUTE_SECONDS: MINUTE_SECONDS,
    POLL_DEFAULT_INTERVAL_MINUTES: '1',
    // An incident is probed after real minutes, which the two of the demo are too short for.
    BLAME: 'off',
    LOG_LEVEL: 'fatal',
  };
  // In a group of its own, so that ctrl-C reaches it once: a second one would stop it without care.
  const child = spawn(process.execPath, [join(rootDir, 'apps/standalone/dist/main.js')], {
    env,
    stdio: ['ignore', 'inherit', 'inherit'],
    detached: true,
  });
  const exited = once(child, 'exit');
  return {
    env,
    storyFile,
    exited,
    stop: async () => {
      await stopChild(child, exited);
      rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
    },
  };
}

async function stopChild(child: ChildProcess, exited: Promise<unknown>): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGINT');
  const patience = new AbortController();
  await Promise.race([exited, sleep(40_000, undefined, { signal: patience.signal }).catch(() => {})]);
  patience.abort();
  if (child.exitCode === null && child.signalCode === null) child.kill('SIGINT');
  await exited;
}

/** False: it ended before it was ready, and has said why. */
export async function becomesReady(urls: string[], exited: Promise<unknown>, signal: AbortSignal) {
  let hasEnded = false;
  void exited.then(() => {
    hasEnded = true;
  });
  while (!hasEnded && !signal.aborted) {
    const ready = await Promise.all(urls.map(isReady));
    if (ready.every(Boolean)) return true;
    await sleep(250);
  }
  return false;
}

async function isReady(url: string): Promise<boolean> {
  try {
    const response = await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(2000) });
    await response.body?.cancel();
    return response.ok;
  } catch {
    return false;
  }
}

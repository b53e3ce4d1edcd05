import { spawn } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { inspectProcess, isSameProcess, type StartedProcess } from './process-info.js';

export interface ServiceProcess {
  record: StartedProcess;
  /** Says how it ended, for a person to read. */
  exited: Promise<string>;
}

export function startServiceProcess(
  name: string,
  entryPoint: string,
  env: NodeJS.ProcessEnv,
): ServiceProcess {
  const child = spawn(process.execPath, ['--enable-source-maps', entryPoint], {
    env,
    stdio: ['ignore', 'inherit', 'inherit'],
    // Its own process group: a terminal's ctrl-C reaches only us, and we stop the services in order.
    detached: true,
  });
  const exited = new Promise<string>((resolve) => {
    child.once('error', (error) => resolve(`could not be started: ${error.message}`));
    child.once('exit', (code, signal) =>
      resolve(signal === null ? `exited with code ${code}` : `was ended by ${signal}`),
    );
  });
  const pid = child.pid ?? 0;
  return { record: { name, pid, startedAt: inspectProcess(pid)?.startedAt }, exited };
}

export interface StopOptions {
  deadlineMs: number;
  /** Called once when the stop takes longer than a person expects. */
  onSlow: () => void;
  /** Aborts the patience, not the stop. */
  atOnce: AbortSignal;
}

const SLOW_AFTER_MS = 3_000;

/** Also stops what an earlier, killed launcher left behind, so it knows the process by its record only. */
export async function stopProcess(
  started: StartedProcess,
  { deadlineMs, onSlow, atOnce }: StopOptions,
): Promise<void> {
  const begin = Date.now();
  let saidSlow = false;
  if (isSameProcess(started)) signal(started.pid, 'SIGTERM');
  while (isSameProcess(started)) {
    const waited = Date.now() - begin;
    if (atOnce.aborted || waited > deadlineMs) signal(-started.pid, 'SIGKILL');
    if (waited > SLOW_AFTER_MS && !saidSlow) {
      saidSlow = true;
      onSlow();
    }
    await sleep(50);
  }
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

const POLL_MS = 100;
const ANSWER_MS = 2_000;
const REMIND_MS = 10_000;

/** No deadline: a migration of much data may take its time, and a person can always press ctrl-C. */
export async function waitUntilReady(
  address: string,
  signal: AbortSignal,
  onWaiting: () => void,
): Promise<void> {
  let remindAt = Date.now() + REMIND_MS;
  while (!signal.aborted && !(await isReady(address))) {
    if (Date.now() > remindAt) {
      remindAt += REMIND_MS;
      onWaiting();
    }
    await sleep(POLL_MS);
  }
}

async function isReady(address: string): Promise<boolean> {
  try {
    const response = await fetch(`${address}/readyz`, { signal: AbortSignal.timeout(ANSWER_MS) });
    await response.body?.cancel();
    return response.status === 200;
  } catch {
    return false;
  }
}

const STOP_DEADLINE_MS = 20_000;

/** Ends the services of a launcher that was killed: they would hold their ports for ever. */
export async function stopLeftovers(
  leftovers: StartedProcess[],
  { entryPoints, atOnce }: { entryPoints: Record<string, string>; atOnce: AbortSignal },
): Promise<void> {
  for (const leftover of leftovers.toReversed()) {
    if (!isOurs(leftover, entryPoints[leftover.name])) continue;
    console.log(
      `Stopping ${leftover.name} (process ${leftover.pid}), left over from a start that was killed.`,
    );
    await stopProcess(leftover, {
      deadlineMs: STOP_DEADLINE_MS,
      onSlow: () => console.log(`Still waiting for ${leftover.name} (process ${leftover.pid}) to stop.`),
      atOnce,
    });
  }
}

// A pid alone proves nothing after a while: the system gives it to the next process.
function isOurs(leftover: StartedProcess, entryPoint: string | undefined): boolean {
  if (entryPoint === undefined || !isSameProcess(leftover)) return false;
  return inspectProcess(leftover.pid)?.command?.includes(` ${entryPoint} `) ?? false;
}

import { spawn } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import type { StartedProcess } from './instance-lock.js';
import { inspectProcess, isSameProcess } from './process-info.js';

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

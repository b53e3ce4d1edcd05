import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { inspectProcess } from '../processes/process-info.js';

const FAST_SHUTDOWN_MS = 30_000;

/**
 * Stops the postmaster that a killed parent left behind on this data.
 * Returns the pid in the pid file when it meanwhile belongs to a stranger, who is left in peace.
 */
export async function stopLeftoverPostmaster(dataDir: string): Promise<number | undefined> {
  const pid = Number(pidFileLines(dataDir)[0]);
  const found = inspectProcess(pid);
  if (found === undefined) return undefined;
  // Without its command line nobody can tell whose it is; PostgreSQL then refuses to start, which loses nothing.
  if (found.command === undefined) return undefined;
  if (!serves(found.command, dataDir)) return pid;

  const running = () => {
    const command = inspectProcess(pid)?.command;
    return command !== undefined && serves(command, dataDir);
  };
  process.kill(pid, 'SIGINT');
  const deadline = Date.now() + FAST_SHUTDOWN_MS;
  while (running()) {
    if (Date.now() > deadline) throw new Error(`The PostgreSQL left over as process ${pid} does not stop.`);
    await sleep(20);
  }
  return undefined;
}

/** The postmaster writes "ready" into the eighth line once it takes connections, recovery included. */
export function isPostmasterReady(dataDir: string, pid: number): boolean {
  const lines = pidFileLines(dataDir);
  return Number(lines[0]) === pid && lines[7]?.trim() === 'ready';
}

function pidFileLines(dataDir: string): string[] {
  try {
    return readFileSync(join(dataDir, 'postmaster.pid'), 'utf8').split('\n');
  } catch {
    return [];
  }
}

function serves(command: string, dataDir: string): boolean {
  return command.includes(`/postgres -D ${dataDir} `);
}

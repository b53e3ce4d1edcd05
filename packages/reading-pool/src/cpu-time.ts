import { readFileSync } from 'node:fs';

/** Linux counts in hundredths of a second, whatever the machine. */
const MS_PER_TICK = 10;
/** So much of the time on the wall counts always, for a job that waits for something that never comes. */
const WALL_PART = 0.25;

/** What a process has had of the processors so far; null where the system does not say. */
export function cpuTimeMs(pid: number | undefined): number | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    // The name of the command comes second, in brackets, and may hold anything.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const ticks = Number(fields[11]) + Number(fields[12]);
    return Number.isFinite(ticks) ? ticks * MS_PER_TICK : null;
  } catch {
    return null;
  }
}

/** What counts as the time of a job: on a busy machine it waits for a processor, and the document is not to blame. */
export function timeSpentMs(wallMs: number, cpuMs: number | null): number {
  return cpuMs === null ? wallMs : Math.max(cpuMs, wallMs * WALL_PART);
}

import { readFileSync } from 'node:fs';
import type { Seat } from './crew.js';
import type { ReadingLimits } from './reading-limits.js';

export interface HeadWatchOptions {
  limits: Pick<ReadingLimits, 'deadlineMs' | 'patienceMs'>;
  onSlow(seat: Seat): void;
  onTooLong(seat: Seat): void;
}

/** A response is on its way, and this process has not yet come to read all of it. */
const FOR_THE_REST_MS = 1000;

/** Keeps the time of the job that each process reads. It is called when another job has become the first. */
export function createHeadWatch({ limits, onSlow, onTooLong }: HeadWatchOptions) {
  const timers = new Map<Seat, NodeJS.Timeout>();

  function arm(seat: Seat, delay: number): void {
    timers.set(
      seat,
      setTimeout(() => look(seat), Math.ceil(delay)),
    );
  }

  function look(seat: Seat): void {
    const left = limitOf(seat) - spentMs(seat);
    const [head] = seat.jobs;
    if (left > 0) arm(seat, left);
    // The response may be here already: timers come before what is to be read.
    else setImmediate(() => timers.has(seat) && seat.jobs[0] === head && judge(seat));
  }

  function judge(seat: Seat): void {
    if (seat.reader.isResponding()) arm(seat, FOR_THE_REST_MS);
    else if (seat.isSlow) onTooLong(seat);
    else {
      const [head] = seat.jobs;
      onSlow(seat);
      if (seat.isSlow && seat.jobs[0] === head) arm(seat, limits.deadlineMs - spentMs(seat));
    }
  }

  const limitOf = (seat: Seat) => (seat.isSlow ? limits.deadlineMs : limits.patienceMs);

  return {
    /** Its first job is another one now, or there is none. */
    headChanged(seat: Seat): void {
      clearTimeout(timers.get(seat));
      timers.delete(seat);
      seat.headSince = performance.now();
      if (seat.jobs.length > 0) arm(seat, limitOf(seat));
    },
    forget(seat: Seat): void {
      clearTimeout(timers.get(seat));
      timers.delete(seat);
    },
  };
}

function spentMs({ reader, headSince, cpuMsBefore }: Seat): number {
  const cpuMs = cpuTimeMs(reader.pid);
  return timeSpentMs(performance.now() - headSince, cpuMs === null ? null : cpuMs - cpuMsBefore);
}

/** Linux counts in hundredths of a second on every machine. */
const MS_PER_TICK = 10;
/** This part of the elapsed time always counts, for a job that waits for something that never comes. */
const WALL_PART = 0.25;

/** The CPU time of a process so far; null where the system does not report it. */
function cpuTimeMs(pid: number | undefined): number | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    // The second field is the command in brackets, which may contain anything.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const ticks = Number(fields[11]) + Number(fields[12]);
    return Number.isFinite(ticks) ? ticks * MS_PER_TICK : null;
  } catch {
    return null;
  }
}

/** The time that counts for a job: on a busy machine it waits for a processor, which is not the document's fault. */
function timeSpentMs(wallMs: number, cpuMs: number | null): number {
  return cpuMs === null ? wallMs : Math.max(cpuMs, wallMs * WALL_PART);
}

import { cpuTimeMs, timeSpentMs } from './cpu-time.js';
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

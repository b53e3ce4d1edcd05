import type { Seat } from './crew.js';
import type { Job } from './job.js';

/** Small documents wait in the pipe of a busy process, so that it need not wait for this one. */
const AHEAD = 2;
const AHEAD_BYTES = 256 * 1024;

/** The jobs that no process has been sent, in their order; slow ones apart, since they are read one at a time. */
export function createJobQueue() {
  const waiting: Job[] = [];
  const slow: Job[] = [];

  return {
    get length() {
      return waiting.length;
    },
    get slowLength() {
      return slow.length;
    },
    add(job: Job): void {
      (job.isSlow ? slow : waiting).push(job);
    },
    /** Before those that came later. */
    putBack(jobs: Job[]): void {
      const open = jobs.filter(({ isOver }) => !isOver);
      slow.unshift(...open.filter(({ isSlow }) => isSlow));
      waiting.unshift(...open.filter(({ isSlow }) => !isSlow));
    },
    drop(job: Job): void {
      for (const jobs of [waiting, slow]) {
        const at = jobs.indexOf(job);
        if (at !== -1) jobs.splice(at, 1);
      }
    },
    clear: (): Job[] => [...waiting.splice(0), ...slow.splice(0)],
    /** The next job for which there is a place, and the place; null: there is none, or nothing to do. */
    next(seats: readonly Seat[], atOnce: number): { job: Job; seat: Seat } | null {
      for (const jobs of [slow, waiting]) {
        const [job] = jobs;
        const seat = job && placeFor(job, seats, atOnce);
        if (!seat) continue;
        jobs.shift();
        return { job, seat };
      }
      return null;
    },
  };
}

function placeFor(job: Job, seats: readonly Seat[], atOnce: number): Seat | undefined {
  const open = seats.filter((seat) => seat.isReady && !seat.isLeaving && !seat.isSlow);
  const busy = open.filter(({ jobs }) => jobs.length > 0);
  const hasRoom = job.isSlow ? !seats.some(({ isSlow }) => isSlow) : busy.length < atOnce;
  const idle = hasRoom ? open.find(({ jobs }) => jobs.length === 0) : undefined;
  if (idle || job.isSlow || job.body.length > AHEAD_BYTES) return idle;
  const [least] = busy.sort((a, b) => a.jobs.length - b.jobs.length);
  return least && least.jobs.length <= AHEAD ? least : undefined;
}

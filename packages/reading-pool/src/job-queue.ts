import type { Seat } from './crew.js';
import type { Job } from './job.js';

/** Small documents wait in the pipe of a busy process, so that it need not wait for this one. */
const AHEAD = 2;
const SMALL_BYTES = 256 * 1024;
/** Small documents are read before large ones, which take longer; but one of those comes after so many of them. */
const SMALL_IN_A_ROW = 16;

/** The jobs that no process has been sent, in their order; slow ones apart, since they are read one at a time. */
export function createJobQueue() {
  const small: Job[] = [];
  const large: Job[] = [];
  const slow: Job[] = [];
  let smallInARow = 0;

  const listOf = (job: Job) => {
    if (job.isSlow) return slow;
    return isSmall(job) ? small : large;
  };
  /** When it is the turn of a large one, small ones must not fill the pipes: it needs a process that is idle. */
  const byTurn = () =>
    large.length > 0 && smallInARow >= SMALL_IN_A_ROW ? [slow, large] : [slow, small, large];

  return {
    get length() {
      return small.length + large.length;
    },
    get slowLength() {
      return slow.length;
    },
    add(job: Job): void {
      listOf(job).push(job);
    },
    /** Before those that came later. */
    putBack(jobs: Job[]): void {
      for (const job of jobs.filter(({ isOver }) => !isOver).reverse()) listOf(job).unshift(job);
    },
    drop(job: Job): void {
      for (const jobs of [small, large, slow]) {
        const at = jobs.indexOf(job);
        if (at !== -1) jobs.splice(at, 1);
      }
    },
    clear: (): Job[] => [small, large, slow].flatMap((jobs) => jobs.splice(0)),
    /** The next job for which there is a place, and the place; null: there is none, or nothing to do. */
    next(seats: readonly Seat[], atOnce: number): { job: Job; seat: Seat } | null {
      for (const jobs of byTurn()) {
        const [job] = jobs;
        const seat = job && placeFor(job, seats, atOnce);
        if (!seat) continue;
        jobs.shift();
        if (jobs === small) smallInARow += 1;
        if (jobs === large) smallInARow = 0;
        return { job, seat };
      }
      return null;
    },
  };
}

const isSmall = ({ body }: Job) => body.length <= SMALL_BYTES;

function placeFor(job: Job, seats: readonly Seat[], atOnce: number): Seat | undefined {
  const open = seats.filter((seat) => seat.isReady && !seat.isLeaving && !seat.isSlow);
  const busy = open.filter(({ jobs }) => jobs.length > 0);
  const hasRoom = job.isSlow ? !seats.some(({ isSlow }) => isSlow) : busy.length < atOnce;
  const idle = hasRoom ? open.find(({ jobs }) => jobs.length === 0) : undefined;
  if (idle || job.isSlow || !isSmall(job)) return idle;
  // Behind a large one it would wait for long.
  const [least] = busy
    .filter(({ jobs }) => jobs.every(isSmall))
    .sort((a, b) => a.jobs.length - b.jobs.length);
  return least && least.jobs.length <= AHEAD ? least : undefined;
}

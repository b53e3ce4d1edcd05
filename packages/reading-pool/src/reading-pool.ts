import { availableParallelism } from 'node:os';
import { createCrew, type Seat } from './crew.js';
import { createHeadWatch } from './head-watch.js';
import { createJob, type Job } from './job.js';
import { createJobQueue } from './job-queue.js';
import type { Usage } from './protocol.js';
import { type Response, startReader } from './reader.js';
import { DEFAULT_READING_LIMITS, type ReadingLimits } from './reading-limits.js';
import type { ReadingResult, TaskTypes } from './task.js';
import { type Death, type Verdict, wasKilledFromOutside, whyItDied } from './why-it-died.js';

export interface ReadingPoolOptions {
  /** The module that calls `serveTasks`. */
  entry: URL;
  /** How many documents are read at once. There is one process more, for when one of them is slow or has died. */
  readers?: number;
  limits?: Partial<ReadingLimits>;
  /** Processes cannot be started: reported once, until they can be. */
  onTrouble: (error: Error) => void;
}

export interface ReadingPool<Tasks extends TaskTypes> {
  /** Whatever the bytes do is a result. Rejects with the reason of `signal`, after `close`, and for our own faults. */
  run<Name extends keyof Tasks & string>(
    job: { task: Name; input: Tasks[Name]['input']; bytes: Uint8Array },
    options?: { signal?: AbortSignal },
  ): Promise<ReadingResult<Tasks[Name]['value'], Tasks[Name]['item']>>;
  /** More documents wait than the readers need to be always at work. */
  isBusy(): boolean;
  close(): Promise<void>;
}

/** What is ready to be read keeps each reader at work for a while. */
const READY_FOR_EACH = 16;
/** Slow documents are read one after another; with more than this waiting, the next one is given up. */
const MAX_SLOW_WAITING = 4;
/** The process in reserve is started when the first ones have had the processors for a while. */
const RESERVE_AFTER_MS = 1000;

/** Reads documents in processes that may die, so that this one does not. */
export function createReadingPool<Tasks extends TaskTypes>(options: ReadingPoolOptions): ReadingPool<Tasks> {
  const { readers: atOnce = availableParallelism(), entry, onTrouble } = options;
  const limits = { ...DEFAULT_READING_LIMITS, ...options.limits };
  const queue = createJobQueue();
  let peak = 0;
  let reserve: NodeJS.Timeout | null = null;
  let isClosed = false;

  const crew = createCrew({
    start: (events) => startReader({ entry, ...limits }, events),
    onReady: dispatch,
    onResponse,
    onOverflow: (seat) => condemn(seat, tooCostly('result', `more than ${limits.maxResultBytes} bytes`)),
    onDeath,
    onStartFailure(error, attempts) {
      if (attempts === 1) onTrouble(error);
      if (crew.seats.some(({ isReady }) => isReady)) return;
      for (const job of queue.clear()) job.fail(error);
    },
  });
  const { seats } = crew;
  const watch = createHeadWatch({ limits, onSlow, onTooLong });

  function dispatch(): void {
    for (let next = queue.next(seats, atOnce); next; next = queue.next(seats, atOnce))
      send(next.seat, next.job);
    staff();
  }

  function send(seat: Seat, job: Job): void {
    seat.jobs.push(job);
    seat.reader.send(job.header, job.body);
    if (seat.jobs.length > 1) return;
    seat.isSlow = job.isSlow;
    watch.headChanged(seat);
  }

  /** As many processes as there has been work for, and one in reserve. */
  function staff(): void {
    const fast = seats.filter(({ jobs, isSlow }) => jobs.length > 0 && !isSlow).length;
    peak = Math.min(atOnce, Math.max(peak, fast + queue.length));
    if (peak === 0) return;
    reserve ??= setTimeout(() => crew.want(peak + 1), RESERVE_AFTER_MS).unref();
    crew.want(peak);
  }

  function onResponse(seat: Seat, response: Response, { rssBytes }: Usage): void {
    const job = seat.jobs.shift();
    seat.isSlow = false;
    // It was too late for the verdict, which is carried out nevertheless: the others are not to blame for it.
    if (seat.verdict) queue.putBack(seat.jobs.splice(0));
    if (rssBytes > limits.maxIdleMb * 1024 * 1024 || seat.jobsDone >= limits.maxJobs || seat.verdict)
      seat.isLeaving = true;
    if (seat.isLeaving && seat.jobs.length === 0) seat.reader.kill();
    watch.headChanged(seat);
    if (response.kind === 'threw') job?.fail(response.error);
    else job?.settle(response);
    dispatch();
  }

  function onDeath(seat: Seat, death: Death): void {
    watch.forget(seat);
    const head = seat.jobs.shift();
    queue.putBack(seat.jobs.splice(0));
    if (head && !seat.verdict && wasKilledFromOutside(death) && !head.wasInterrupted) {
      head.wasInterrupted = true;
      queue.putBack([head]);
    } else head?.settle(seat.verdict ?? whyItDied(death));
    dispatch();
  }

  /** Others go on while it is read, but for those that wait behind it: they are read elsewhere. */
  function onSlow(seat: Seat): void {
    const [head, ...behind] = seat.jobs.splice(0);
    if (!head) return;
    queue.putBack(behind);
    seat.isLeaving ||= behind.length > 0;
    head.isSlow = true;
    if (!seats.some(({ isSlow }) => isSlow)) {
      seat.jobs.push(head);
      seat.isSlow = true;
      crew.want(peak + 1);
    } else {
      if (queue.slowLength < MAX_SLOW_WAITING) queue.add(head);
      else head.settle(tooCostly('time', 'slow, like several others at the same time'));
      seat.isLeaving = true;
      seat.reader.kill();
    }
    dispatch();
  }

  function onTooLong(seat: Seat): void {
    condemn(seat, tooCostly('time', `not read within ${limits.deadlineMs / 1000} s`));
  }

  function condemn(seat: Seat, verdict: Verdict): void {
    seat.verdict = verdict;
    seat.reader.kill();
  }

  return {
    async run({ task, input, bytes }, { signal } = {}) {
      signal?.throwIfAborted();
      if (isClosed) throw new Error(CLOSED);
      if (queue.length >= limits.maxWaiting) throw new Error('too many documents wait to be read');
      const { maxResultBytes } = limits;
      const { job, result } = createJob({ task, input, bytes, maxResultBytes, signal }, queue.drop);
      queue.add(job);
      dispatch();
      return result as ReturnType<ReadingPool<Tasks>['run']>;
    },
    isBusy: () => queue.length > READY_FOR_EACH * atOnce,
    async close() {
      isClosed = true;
      if (reserve) clearTimeout(reserve);
      for (const seat of seats) watch.forget(seat);
      const open = [...queue.clear(), ...seats.flatMap(({ jobs }) => jobs)];
      for (const job of open) job.fail(new Error(CLOSED));
      await crew.close();
    },
  };
}

const CLOSED = 'the reading pool is closed';

function tooCostly(limit: 'time' | 'result', detail: string): Verdict {
  return { kind: 'too_costly', limit, detail };
}

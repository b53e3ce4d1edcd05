import { backoff } from '@feedwarden/pacing';
import type { Job } from './job.js';
import type { Usage } from './protocol.js';
import type { Reader, ReaderEvents, Response } from './reader.js';
import { type Death, howItEnded, type Verdict } from './why-it-died.js';

/** One process, and the jobs that it has been sent: the first is being read, the others wait in its pipe. */
export interface Seat {
  reader: Reader;
  isReady: boolean;
  /** It gets no more jobs, and is killed as soon as it has none. */
  isLeaving: boolean;
  /** What it reads takes long: it is not one of those that keep the queue moving. */
  isSlow: boolean;
  jobs: Job[];
  jobsDone: number;
  /** When its first job became that, and what the process had taken of the processors by then. */
  headSince: number;
  cpuMsBefore: number;
  /** Why it was killed; null: it was not. */
  verdict: Verdict | null;
}

export interface CrewOptions {
  start(events: ReaderEvents): Reader;
  onReady(): void;
  onResponse(seat: Seat, response: Response, usage: Usage): void;
  onOverflow(seat: Seat): void;
  /** A process has ended; the first of its jobs was being read. */
  onDeath(seat: Seat, death: Death): void;
  /** A process could not be started, or ended without a job; `attempts`: how often in a row. */
  onStartFailure(error: Error, attempts: number): void;
}

const RESTART_MS = { first: 100, longest: 30_000 };

/** Keeps as many processes as are wanted. One that cannot be started is our own fault; it is tried again with growing delays. */
export function createCrew(options: CrewOptions) {
  const seats: Seat[] = [];
  let wanted = 0;
  let failures = 0;
  let retry: NodeJS.Timeout | undefined;
  let onEmpty: (() => void) | undefined;

  function fill(): void {
    while (!retry && !onEmpty && seats.length < wanted) startOne();
  }

  function startOne(): void {
    const seat = emptySeat();
    seats.push(seat);
    try {
      seat.reader = options.start({
        onReady: ({ cpuMs }) => {
          seat.isReady = true;
          seat.cpuMsBefore = cpuMs;
          options.onReady();
        },
        onResponse: (response, usage) => {
          failures = 0;
          seat.jobsDone += 1;
          seat.cpuMsBefore = usage.cpuMs;
          options.onResponse(seat, response, usage);
        },
        onOverflow: () => options.onOverflow(seat),
        onEnd: (death) => end(seat, death),
      });
    } catch (error) {
      end(seat, { exitCode: null, signal: null, lastWords: String(error) });
    }
  }

  function end(seat: Seat, death: Death): void {
    seats.splice(seats.indexOf(seat), 1);
    if (onEmpty) {
      if (seats.length === 0) onEmpty();
      return;
    }
    if (seat.jobs.length === 0 && !seat.isLeaving) backOff(death);
    options.onDeath(seat, death);
    fill();
  }

  function backOff(death: Death): void {
    failures += 1;
    clearTimeout(retry);
    retry = setTimeout(
      () => {
        retry = undefined;
        fill();
      },
      backoff(failures - 1, RESTART_MS),
    );
    options.onStartFailure(
      new Error(`a reader could not be started: ${howItEnded(death)} ${death.lastWords}`.trim()),
      failures,
    );
  }

  return {
    seats: seats as readonly Seat[],
    /** From now on there are at least this many. */
    want(count: number): void {
      wanted = Math.max(wanted, count);
      fill();
    },
    async close(): Promise<void> {
      clearTimeout(retry);
      const empty = new Promise<void>((resolve) => {
        onEmpty = resolve;
      });
      if (seats.length === 0) return;
      for (const { reader } of seats) reader.kill();
      await empty;
    },
  };
}

function emptySeat(): Seat {
  return {
    // Until the process is started; nothing is sent to a seat that is not ready.
    reader: { pid: undefined, isResponding: () => false, send: () => {}, kill: () => {} },
    isReady: false,
    isLeaving: false,
    isSlow: false,
    jobs: [],
    jobsDone: 0,
    headSince: 0,
    cpuMsBefore: 0,
    verdict: null,
  };
}

/** A time limit for some work, with limits for its steps. */
export interface Deadline {
  /** Aborted by `stop`, or when a time is over. */
  signal: AbortSignal;
  /** Gives the next step a time of its own, which replaces that of the step before; the time for the whole stays. */
  allow(seconds: number, waitingFor: string): void;
  /** Stops all clocks while the work waits for ourselves, until the returned function is called; a step needs a new time then. */
  pause(): () => void;
  /** Which time was over first; null while none is, or after a stop. */
  elapsed(): ElapsedTime | null;
  /** The result of the work, or `tooLate` when a time is over first. A stop is thrown. */
  within<Result>(work: (signal: AbortSignal) => Promise<Result>, tooLate: Result): Promise<Result>;
  clear(): void;
}

export interface ElapsedTime {
  seconds: number;
  /** Missing when it was the time for the whole. */
  waitingFor?: string;
}

export class DeadlineError extends Error {
  constructor({ seconds, waitingFor }: ElapsedTime) {
    super(`timeout after ${seconds}s${waitingFor ? ` waiting for ${waitingFor}` : ''}`);
    this.name = 'DeadlineError';
  }
}

/** Not AbortSignal.any: on Node 20 it keeps every signal it made for as long as the stop signal lives. */
export function startDeadline(seconds: number, stop?: AbortSignal): Deadline {
  const controller = new AbortController();
  const { signal } = controller;
  let elapsed: ElapsedTime | null = null;
  const end = (time: ElapsedTime) => {
    if (signal.aborted) return;
    elapsed = time;
    controller.abort(new DeadlineError(time));
  };
  let leftMs = seconds * 1000;
  let since = performance.now();
  let whole = setTimeout(end, leftMs, { seconds });
  let step: ReturnType<typeof setTimeout> | undefined;
  const onStop = () => controller.abort(stop?.reason);
  if (stop?.aborted) onStop();
  else stop?.addEventListener('abort', onStop, { once: true });
  return {
    signal,
    allow(seconds, waitingFor) {
      clearTimeout(step);
      step = setTimeout(end, seconds * 1000, { seconds, waitingFor });
    },
    pause() {
      clearTimeout(whole);
      clearTimeout(step);
      leftMs -= performance.now() - since;
      return () => {
        since = performance.now();
        whole = setTimeout(end, Math.max(0, leftMs), { seconds });
      };
    },
    elapsed: () => elapsed,
    async within(work, tooLate) {
      stop?.throwIfAborted();
      if (elapsed) return tooLate;
      try {
        return await work(signal);
      } catch (error) {
        stop?.throwIfAborted();
        if (elapsed) return tooLate;
        throw error;
      }
    },
    clear() {
      clearTimeout(whole);
      clearTimeout(step);
      stop?.removeEventListener('abort', onStop);
    },
  };
}

/** The result of work that cannot be interrupted, or a DeadlineError; the work itself goes on. */
export function inTime<Result>(work: Promise<Result>, seconds: number): Promise<Result> {
  return race(work, seconds, (error) => {
    throw error;
  });
}

/** The same, with `tooLate` in place of the error. */
export function inTimeOr<Result>(
  work: Promise<Result>,
  seconds: number,
  tooLate: NoInfer<Result>,
): Promise<Result> {
  return race(work, seconds, () => tooLate);
}

const TIMEOUT = Symbol('timeout');

async function race<Result>(
  work: Promise<Result>,
  seconds: number,
  onTimeout: (error: DeadlineError) => Result,
): Promise<Result> {
  const deadline = startDeadline(seconds);
  const { signal } = deadline;
  const timeout = new Promise<typeof TIMEOUT>((resolve) => {
    signal.addEventListener('abort', () => resolve(TIMEOUT), { once: true });
  });
  try {
    const first = await Promise.race([work, timeout]);
    return first === TIMEOUT ? onTimeout(signal.reason) : first;
  } finally {
    deadline.clear();
  }
}

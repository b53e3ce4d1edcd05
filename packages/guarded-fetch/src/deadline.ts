/** A time limit for some work, with limits for its steps. */
export interface Deadline {
  /** Aborted by `stop`, or when a time is over. */
  signal: AbortSignal;
  /** Gives the next step a time of its own, which replaces that of the step before; the time for the whole stays. */
  allow(seconds: number, waitingFor: string): void;
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

/** Not AbortSignal.any: on Node 20 it keeps every signal it made for as long as the stop signal lives. */
export function startDeadline(seconds: number, stop: AbortSignal): Deadline {
  const controller = new AbortController();
  const { signal } = controller;
  let elapsed: ElapsedTime | null = null;
  const end = (time: ElapsedTime) => {
    if (signal.aborted) return;
    elapsed = time;
    controller.abort();
  };
  const whole = setTimeout(end, seconds * 1000, { seconds });
  let step: NodeJS.Timeout | undefined;
  const onStop = () => controller.abort(stop.reason);
  stop.addEventListener('abort', onStop, { once: true });
  return {
    signal,
    allow(seconds, waitingFor) {
      clearTimeout(step);
      step = setTimeout(end, seconds * 1000, { seconds, waitingFor });
    },
    elapsed: () => elapsed,
    async within(work, tooLate) {
      stop.throwIfAborted();
      if (elapsed) return tooLate;
      try {
        return await work(signal);
      } catch (error) {
        stop.throwIfAborted();
        if (elapsed) return tooLate;
        throw error;
      }
    },
    clear() {
      clearTimeout(whole);
      clearTimeout(step);
      stop.removeEventListener('abort', onStop);
    },
  };
}

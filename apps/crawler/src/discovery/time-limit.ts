export interface TimeLimit {
  /** What the work brings; `instead` if the time is over first. Who stops everything stops the work, with an error. */
  within<T>(work: (signal: AbortSignal) => Promise<T>, instead: T): Promise<T>;
  clear(): void;
}

/** One time for everything that is done within it. */
export function startTimeLimit(seconds: number, stop: AbortSignal): TimeLimit {
  const over = new AbortController();
  const end = () => over.abort();
  const timer = setTimeout(end, seconds * 1000);
  stop.addEventListener('abort', end, { once: true });
  return {
    async within(work, instead) {
      stop.throwIfAborted();
      if (over.signal.aborted) return instead;
      try {
        return await work(over.signal);
      } catch (error) {
        stop.throwIfAborted();
        if (over.signal.aborted) return instead;
        throw error;
      }
    },
    clear: () => {
      clearTimeout(timer);
      stop.removeEventListener('abort', end);
    },
  };
}

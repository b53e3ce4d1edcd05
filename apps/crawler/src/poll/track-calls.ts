/** Remembers calls of a function until they end, so that a stop can wait for them. */
export function trackCalls<Args extends unknown[], Result>(work: (...args: Args) => Promise<Result>) {
  const underWay = new Set<Promise<Result>>();
  return {
    call: (...args: Args): Promise<Result> => {
      const running = work(...args);
      underWay.add(running);
      const forget = () => underWay.delete(running);
      running.then(forget, forget);
      return running;
    },
    ended: async (): Promise<void> => {
      await Promise.allSettled(underWay);
    },
  };
}

/** Gives a slot back; further calls do nothing. */
export type Release = () => void;

export interface Slots {
  free(): number;
  taken(): number;
  /** A slot, or null when none is free. */
  tryTake(): Release | null;
  /** A slot as soon as one is free, in the order of the calls. A waiter whose signal is aborted leaves the queue. */
  take(signal?: AbortSignal): Promise<Release>;
  waiting(): number;
  /** Resolves when no slot is taken. */
  drained(): Promise<void>;
}

/** Bounds how much happens at once. Callers decide what a full house means: refuse, or wait in line. */
export function createSlots(count: number): Slots {
  let taken = 0;
  const queue = new Set<() => void>();
  const onDrained: (() => void)[] = [];

  function occupy(): Release {
    let released = false;
    taken += 1;
    return () => {
      if (released) return;
      released = true;
      taken -= 1;
      const [next] = queue;
      if (next) next();
      else if (taken === 0) for (const resolve of onDrained.splice(0)) resolve();
    };
  }

  const tryTake = () => (taken < count && queue.size === 0 ? occupy() : null);

  return {
    free: () => Math.max(0, count - taken),
    taken: () => taken,
    waiting: () => queue.size,
    tryTake,
    take(signal) {
      if (signal?.aborted) return Promise.reject(signal.reason);
      const slot = tryTake();
      if (slot) return Promise.resolve(slot);
      return new Promise((resolve, reject) => {
        const leave = () => {
          queue.delete(enter);
          signal?.removeEventListener('abort', giveUp);
        };
        const enter = () => {
          leave();
          resolve(occupy());
        };
        const giveUp = () => {
          leave();
          reject(signal?.reason);
        };
        queue.add(enter);
        signal?.addEventListener('abort', giveUp, { once: true });
      });
    },
    drained: () => (taken === 0 ? Promise.resolve() : new Promise((resolve) => onDrained.push(resolve))),
  };
}

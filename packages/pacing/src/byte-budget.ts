import type { Release } from './slots.js';

/** What grows piece by piece, such as a body that arrives. */
export interface Growing {
  /** Counts another piece. Null: it may go on; else it may when the promise resolves. */
  grow(bytes: number, signal: AbortSignal): Promise<void> | null;
  /** It is whole, or given up. */
  end: Release;
}

export interface ByteBudget {
  held(): number;
  /** Counts bytes that are in memory anyway. */
  hold(bytes: number): Release;
  growing(): Growing;
}

/** What is small never waits for what is large. */
const SMALL_BYTES = 256 * 1024;

/**
 * Bounds the memory of many things that grow at the same time. When they have used it up, the oldest of them goes on and
 * the others wait: so one always gets done, and what is slow keeps no more than it has. All of them wait for what is whole
 * and will go by itself.
 */
export function createByteBudget(maxBytes: number, smallBytes = SMALL_BYTES): ByteBudget {
  let held = 0;
  /** Of it, what still grows. */
  let growing = 0;
  /** In the order in which they began. */
  const growths = new Set<object>();
  const waiting = new Map<object, () => void>();

  const mayGoOn = (growth: object) => {
    const [oldest] = growths;
    return held < maxBytes || (growth === oldest && held - growing < maxBytes / 2);
  };

  function wake(): void {
    for (const growth of growths) if (mayGoOn(growth)) waiting.get(growth)?.();
  }

  function hold(bytes: number): Release {
    let left = bytes;
    held += bytes;
    return () => {
      held -= left;
      left = 0;
      wake();
    };
  }

  return {
    held: () => held,
    hold,
    growing() {
      const growth = {};
      let own = 0;
      growths.add(growth);
      return {
        grow(bytes, signal) {
          held += bytes;
          growing += bytes;
          own += bytes;
          return own <= smallBytes || mayGoOn(growth) ? null : untilWoken(growth, signal);
        },
        end() {
          growths.delete(growth);
          held -= own;
          growing -= own;
          own = 0;
          wake();
        },
      };
    },
  };

  function untilWoken(growth: object, signal: AbortSignal): Promise<void> {
    if (signal.aborted) return Promise.reject(signal.reason);
    return new Promise((resolve, reject) => {
      const leave = () => {
        waiting.delete(growth);
        signal.removeEventListener('abort', giveUp);
      };
      const giveUp = () => {
        leave();
        reject(signal.reason);
      };
      waiting.set(growth, () => {
        leave();
        resolve();
      });
      signal.addEventListener('abort', giveUp, { once: true });
    });
  }
}

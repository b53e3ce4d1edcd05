import { setTimeout as sleep } from 'node:timers/promises';

export interface BackgroundLoop {
  start(): void;
  /** Waits for the current step. */
  stop(): Promise<void>;
}

/** Repeats a step until stopped. The step returns how many milliseconds to rest after it; it must not fail. */
export function createBackgroundLoop(step: () => Promise<number>): BackgroundLoop {
  const stopping = new AbortController();
  const { signal } = stopping;
  let looping: Promise<void> | undefined;

  async function loop(): Promise<void> {
    while (!signal.aborted) {
      const rest = await step();
      if (rest > 0) await sleep(rest, undefined, { signal }).catch(() => {});
    }
  }

  return {
    start: () => {
      looping = loop();
    },
    stop: async () => {
      stopping.abort();
      await looping;
    },
  };
}

import { setTimeout as sleep } from 'node:timers/promises';

/** Repeats an attempt until it succeeds, for what happens in its own time. Gives up with the last error. */
export async function eventually<Value>(
  attempt: () => Promise<Value> | Value,
  patienceMs = 20_000,
): Promise<Value> {
  const giveUpAt = Date.now() + patienceMs;
  for (;;) {
    try {
      return await attempt();
    } catch (error) {
      if (Date.now() > giveUpAt) throw error;
      await sleep(50);
    }
  }
}

import { setTimeout as sleep } from 'node:timers/promises';

/** Asks until the answer is one: for what happens in its own time. Gives up with the last failure. */
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

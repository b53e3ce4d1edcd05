import { setImmediate as turn } from 'node:timers/promises';

const PATIENCE_MS = 4000;

/** Waits for something that other code under way will bring about. */
export async function until(happened: () => boolean): Promise<void> {
  const giveUpAt = Date.now() + PATIENCE_MS;
  while (!happened()) {
    if (Date.now() > giveUpAt) throw new Error('what the test waits for did not happen');
    await turn();
  }
}

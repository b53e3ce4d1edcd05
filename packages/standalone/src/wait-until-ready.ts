import { setTimeout as sleep } from 'node:timers/promises';

const POLL_MS = 100;
const ANSWER_MS = 2_000;
const REMIND_MS = 10_000;

/** No deadline: a migration of much data may take its time, and a person can always press ctrl-C. */
export async function waitUntilReady(
  address: string,
  signal: AbortSignal,
  onWaiting: () => void,
): Promise<void> {
  let remindAt = Date.now() + REMIND_MS;
  while (!signal.aborted && !(await isReady(address))) {
    if (Date.now() > remindAt) {
      remindAt += REMIND_MS;
      onWaiting();
    }
    await sleep(POLL_MS);
  }
}

async function isReady(address: string): Promise<boolean> {
  try {
    const response = await fetch(`${address}/readyz`, { signal: AbortSignal.timeout(ANSWER_MS) });
    await response.body?.cancel();
    return response.status === 200;
  } catch {
    return false;
  }
}

import { setTimeout as sleep } from 'node:timers/promises';
import { type PolitenessFacts, type PollDelays, pollDelaySeconds } from './poll-delay.js';

/** Waits as long as the politeness of this feed asks for, or until it is over. */
export async function pauseAfter(
  feed: PolitenessFacts,
  delays: PollDelays,
  over: AbortSignal,
): Promise<void> {
  const seconds = pollDelaySeconds(feed, delays);
  if (seconds > 0) await sleep(seconds * 1000, undefined, { signal: over }).catch(() => {});
}

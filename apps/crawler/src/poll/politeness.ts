import { setTimeout as sleep } from 'node:timers/promises';
import { DEFAULT_SOURCE_TYPE } from '@feedwarden/contracts';
import type { FeedSettings } from './feed.js';

export interface PollDelays {
  byHost: ReadonlyMap<string, number>;
  byType: ReadonlyMap<string, number>;
}

/** What the delay after a request depends on. */
export interface PolitenessFacts {
  host: string;
  settings: Pick<FeedSettings, 'type' | 'pollDelaySeconds'>;
}

/** Seconds between the end of this feed's poll and the next poll of its host: the first that is set. */
export function pollDelaySeconds({ host, settings }: PolitenessFacts, delays: PollDelays): number {
  return settings.pollDelaySeconds ?? delays.byHost.get(host) ?? delays.byType.get(settings.type) ?? 0;
}

/** Waits for the delay of this feed, or until `over`. */
export async function pauseAfter(
  feed: PolitenessFacts,
  delays: PollDelays,
  over: AbortSignal,
): Promise<void> {
  const seconds = pollDelaySeconds(feed, delays);
  if (seconds > 0) await sleep(seconds * 1000, undefined, { signal: over }).catch(() => {});
}

/** The same between two requests to a host for something that is not a source yet. */
export function pauseAtHost(host: string, delays: PollDelays, over: AbortSignal): Promise<void> {
  return pauseAfter({ host, settings: { type: DEFAULT_SOURCE_TYPE, pollDelaySeconds: null } }, delays, over);
}

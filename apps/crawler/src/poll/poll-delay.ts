import type { Feed } from './ports.js';

export interface PollDelays {
  byHost: ReadonlyMap<string, number>;
  byType: ReadonlyMap<string, number>;
}

/** What the delay after a request depends on. */
export type PolitenessFacts = Pick<Feed, 'pollDelaySeconds' | 'host' | 'type'>;

/** Seconds between the end of this feed's poll and the next poll of its host: the first that is set. */
export function pollDelaySeconds(feed: PolitenessFacts, delays: PollDelays): number {
  return feed.pollDelaySeconds ?? delays.byHost.get(feed.host) ?? delays.byType.get(feed.type) ?? 0;
}

import type { Feed } from './ports.js';

export interface PollDelays {
  byHost: ReadonlyMap<string, number>;
  byType: ReadonlyMap<string, number>;
}

/** Seconds between the end of this feed's poll and the next poll of its host: the first that is set. */
export function pollDelaySeconds(feed: Feed, delays: PollDelays): number {
  return feed.pollDelaySeconds ?? delays.byHost.get(feed.host) ?? delays.byType.get(feed.type) ?? 0;
}

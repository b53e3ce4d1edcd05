import { type HostPace, type Sibling, UNLIMITED } from '@feedwarden/feed-health';
import type { World, WorldHost } from '../world/world.js';
import type { Book, CrawledFeed } from './book.js';

/** A host as a crawler knows it. */
export interface CrawledHost {
  host: WorldHost;
  feeds: CrawledFeed[];
  pace: HostPace;
  lastRoundAt: Date | null;
  heldUntil: number;
  /** The turn under way ends then. */
  busyUntil: number;
}

export function hostsOf(world: World, { feeds }: Book): CrawledHost[] {
  const byHost = new Map<WorldHost, CrawledFeed[]>(world.hosts.map((host) => [host, []]));
  for (const known of feeds) byHost.get(known.feed.host)?.push(known);
  return [...byHost].map(([host, its]) => ({
    host,
    feeds: its,
    pace: UNLIMITED,
    lastRoundAt: null,
    heldUntil: 0,
    busyUntil: 0,
  }));
}

export function claimableAt({ feeds, heldUntil, busyUntil }: CrawledHost): number {
  const firstDue = feeds.reduce((first, { dueAt }) => Math.min(first, dueAt), Number.POSITIVE_INFINITY);
  return Math.max(firstDue, heldUntil, busyUntil);
}

export const dueAt = ({ feeds }: CrawledHost, at: number): CrawledFeed[] =>
  feeds.filter((known) => known.dueAt <= at).sort((a, b) => a.dueAt - b.dueAt);

export const siblingOf = ({ feed, health, switches }: CrawledFeed): Sibling => ({
  sourceId: feed.id,
  route: feed.route,
  lastPolledAt: health.lastPolledAt,
  lastSuccessAt: health.lastSuccessAt,
  failingSince: health.failingSince,
  lastErrorType: health.lastErrorType,
  isDisabled: !switches.enabled || switches.feedSwitch !== null || switches.quarantinedAt !== null,
});

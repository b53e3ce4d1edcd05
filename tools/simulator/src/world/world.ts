import type { FailureFact } from '@feedwarden/feed-health';
import { createRandom, waiting } from './random.js';

export const SECOND = 1000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;
/** Virtual time begins on a full day, like real time. */
export const BEGIN = Date.parse('2026-03-01T00:00:00Z');

/** A share of polls fails for no reason, and each host is out for 40 minutes about once in 20 days. */
const CHANCE_FAILURES = 0.003;
const DAYS_BETWEEN_OUTAGES = 20;
const OUTAGE = 40 * MINUTE;
const SHARE_BEHIND_AN_EDGE = 0.25;

/** How many hosts have so many feeds. */
const BACKGROUND = new Map([
  [1, 900],
  [2, 200],
  [5, 60],
  [10, 30],
  [30, 8],
]);

export interface Fault {
  from: number;
  to: number;
  as: FailureFact | ((random: () => number) => FailureFact);
  /** Of the requests that fail. */
  share: number;
}

export interface WorldFeed {
  id: string;
  host: WorldHost;
  route: string;
  /** Its place among others, in [0, 1). */
  spread: number;
  faults: Fault[];
  deadAt: number;
  deadAs: FailureFact;
}

export interface WorldHost {
  name: string;
  site: string;
  edge: string | null;
  feeds: WorldFeed[];
  outages: { from: number; to: number }[];
  /** Requests that it grants; without it, all of them. */
  allowance: { size: number; perMinute: number; left: number; at: number } | null;
}

export interface HostPlan {
  name: string;
  feeds: number;
  site?: string;
  edge?: string | null;
  route?: (index: number) => string;
}

export type World = ReturnType<typeof createWorld>;

export const status = (code: number): FailureFact => ({ kind: 'status', status: code, retryAfterAt: null });
export const refused: FailureFact = { kind: 'connection_refused', detail: 'connect ECONNREFUSED' };
export const unresolved: FailureFact = { kind: 'dns_trouble', detail: 'getaddrinfo EAI_AGAIN' };
export const webPage: FailureFact = { kind: 'not_a_feed', detail: 'this is a web page' };

/** Hosts and feeds, and what a request gets at any time. */
export function createWorld(seed: number, background: ReadonlyMap<number, number> = BACKGROUND) {
  const random = createRandom(seed);
  const hosts: WorldHost[] = [];
  const feeds: WorldFeed[] = [];
  /** Of our own way out. */
  const cuts: Fault[] = [];
  const counts = { requests: 0, chanceFailures: 0 };

  function addHost({ name, feeds: count, site = name, edge, route }: HostPlan): WorldHost {
    const drawn = random() < SHARE_BEHIND_AN_EDGE ? 'big-edge' : null;
    const host: WorldHost = {
      name,
      site,
      edge: edge === undefined ? drawn : edge,
      feeds: [],
      outages: [],
      allowance: null,
    };
    let at = BEGIN + random() * DAYS_BETWEEN_OUTAGES * DAY;
    for (; at < BEGIN + 90 * DAY; at += waiting(random, 1 / DAYS_BETWEEN_OUTAGES) * DAY)
      host.outages.push({
        from: at,
        to: at + OUTAGE * Math.exp(1.8 * (random() + random() + random() - 1.5)),
      });
    for (let index = 0; index < count; index += 1) {
      const feed: WorldFeed = {
        id: `${name}/${index}`,
        host,
        route: route?.(index) ?? '',
        spread: random(),
        faults: [],
        deadAt: Number.POSITIVE_INFINITY,
        deadAs: status(404),
      };
      host.feeds.push(feed);
      feeds.push(feed);
    }
    hosts.push(host);
    return host;
  }

  for (const [count, number] of background)
    for (let index = 0; index < number; index += 1) addHost({ name: `h${count}-${index}`, feeds: count });

  /** What the scenario makes of a request. */
  function staged(feed: WorldFeed, at: number): FailureFact | null {
    for (const cut of cuts) if (isHit(cut, at)) return factOf(cut);
    if (at >= feed.deadAt) return feed.deadAs;
    for (const fault of feed.faults) if (isHit(fault, at)) return factOf(fault);
    return feed.host.allowance ? spend(feed.host.allowance, at) : null;
  }

  const isHit = ({ from, to, share }: Fault, at: number) => at >= from && at < to && random() < share;
  const factOf = ({ as }: Fault) => (typeof as === 'function' ? as(random) : as);

  return {
    random,
    hosts,
    feeds,
    cuts,
    counts,
    addHost,
    addFault(hit: (feed: WorldFeed) => boolean, fault: Fault): void {
      for (const feed of feeds) if (hit(feed)) feed.faults.push(fault);
    },
    /** What a request gets, and whether the scenario made it so. */
    request(feed: WorldFeed, at: number): { fact: FailureFact | null; isStaged: boolean } {
      counts.requests += 1;
      const fact = staged(feed, at);
      if (fact) return { fact, isStaged: true };
      const isOut = feed.host.outages.some(({ from, to }) => at >= from && at < to);
      if (!isOut && random() >= CHANCE_FAILURES) return { fact: null, isStaged: false };
      counts.chanceFailures += 1;
      return { fact: random() < 0.5 ? refused : status(503), isStaged: false };
    },
    /** Whether a connection to a host can be opened at all. */
    canReach: (at: number): boolean => !cuts.some((cut) => isHit(cut, at)),
  };
}

function spend(allowance: NonNullable<WorldHost['allowance']>, at: number): FailureFact | null {
  const { size, perMinute } = allowance;
  allowance.left = Math.min(size, allowance.left + ((at - allowance.at) / MINUTE) * perMinute);
  allowance.at = at;
  if (allowance.left < 1) return status(403);
  allowance.left -= 1;
  return null;
}

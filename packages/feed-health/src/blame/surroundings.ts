const SITE_HOSTS = 5;
const EDGE = { sites: 10, denied: 6 };
const REMEMBERED_SITES = 10_000;
const REMEMBERED_EDGES = 16;

/** A poll as a part of something wider than its host. */
export interface SeenPoll {
  sourceId: string;
  host: string;
  /** The registrable domain. */
  site: string;
  /** Who answered in front of the host, if that is known. */
  edge: string | null;
  result: 'good' | 'denied' | 'other_failure';
  at: Date;
}

interface FailingHost {
  host: string;
  sourceId: string;
  at: Date;
}

interface SiteBehindEdge extends FailingHost {
  site: string;
  denied: boolean;
}

/** What fails together: the hosts of a site, or the sites behind an edge. */
export interface SharedFailure {
  since: Date;
  failing: FailingHost[];
}

/**
 * What the last polls said about sites and edges. It is rebuilt by traffic, so it need not outlive a restart, and what
 * was not seen for longest is forgotten first.
 */
export interface Surroundings {
  sites: Map<string, FailingHost[]>;
  edges: Map<string, SiteBehindEdge[]>;
}

export const createSurroundings = (): Surroundings => ({ sites: new Map(), edges: new Map() });

/** A feed that has failed for long is not noted: it says nothing new. */
export function noteSurroundings({ sites, edges }: Surroundings, poll: SeenPoll): void {
  const { sourceId, host, site, edge, result, at } = poll;
  if (result === 'good') sites.delete(site);
  else {
    const others = (sites.get(site) ?? []).filter((one) => one.host !== host);
    const before = sites.get(site)?.find((one) => one.host === host);
    remember(sites, site, [...others, before ?? { host, sourceId, at }].slice(-SITE_HOSTS), REMEMBERED_SITES);
  }
  if (edge === null || result === 'other_failure') return;
  const others = (edges.get(edge) ?? []).filter((one) => one.site !== site);
  const seen = { host, site, sourceId, at, denied: result === 'denied' };
  remember(edges, edge, [...others, seen].slice(-EDGE.sites), REMEMBERED_EDGES);
}

/** The hosts of a site that failed in a row, if they are enough to blame the site. */
export function failingSite({ sites }: Surroundings, site: string): SharedFailure | null {
  const failing = sites.get(site) ?? [];
  return failing.length >= SITE_HOSTS ? sharedBy(failing) : null;
}

/** The sites that an edge denies, if they are enough to blame the edge. */
export function denyingEdge({ edges }: Surroundings, edge: string): SharedFailure | null {
  const last = edges.get(edge) ?? [];
  const denied = last.filter((one) => one.denied);
  return last.length >= EDGE.sites && denied.length >= EDGE.denied ? sharedBy(denied) : null;
}

/** After an incident is over, what was seen before it says nothing. */
export function forgetSurroundings({ sites, edges }: Surroundings, scope: string, key: string): void {
  if (scope === 'site') sites.delete(key);
  if (scope === 'edge') edges.delete(key);
}

function sharedBy(failing: FailingHost[]): SharedFailure {
  return { since: new Date(Math.min(...failing.map(({ at }) => at.getTime()))), failing };
}

function remember<Value>(map: Map<string, Value>, key: string, value: Value, most: number): void {
  map.delete(key);
  map.set(key, value);
  const [oldest] = map.keys();
  if (map.size > most && oldest !== undefined) map.delete(oldest);
}

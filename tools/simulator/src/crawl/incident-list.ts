import {
  absorbs,
  ageIncident,
  closeIncident,
  type Incident,
  type IncidentDraft,
  type IncidentPlace,
  type IncidentStep,
  isChronic,
  openIncident,
  pardon,
  pardonedSince,
  releasedAt,
} from '@feedwarden/feed-health';
import type { Book, CrawledFeed } from './book.js';
import { type CrawledHost, siblingOf } from './host.js';

const TOLD_AFTER = 30 * 60_000;

export interface OpenIncident {
  incident: Incident;
  hosts: Set<CrawledHost>;
  /** The scenario has a part in it. */
  isHit: boolean;
  /** Not even the background is at fault. */
  isFalse: boolean;
}

/** The incidents of a run, and what they do to their feeds. */
export function createIncidentList(hosts: CrawledHost[], book: Book) {
  const byName = new Map(hosts.map((host) => [host.host.name, host]));
  const open = new Map<string, OpenIncident>();
  const ended = new Map<string, Incident>();
  const all: OpenIncident[] = [];
  const keyOf = ({ scope, key, route }: IncidentPlace) => `${scope} ${key} ${route}`;

  const membersOf = ({ incident, hosts: its }: OpenIncident): CrawledFeed[] =>
    [...its]
      .flatMap(({ feeds }) => feeds)
      .filter(({ feed }) => incident.scope !== 'route' || feed.route === incident.route);

  function takeBack(
    members: CrawledFeed[],
    since: Date,
    blame: Exclude<Parameters<typeof pardon>[2], never>,
    at: number,
  ): void {
    for (const known of members) {
      if (!known.health.failingSince) continue;
      const pardoned = pardon(known, since, blame);
      if (!pardoned) continue;
      known.health = pardoned.health;
      known.failures = pardoned.failures;
      book.turn(known, pardoned.verdicts, at);
      book.reschedule(known);
    }
  }

  /** Opens an incident, or lets the hosts of the draft join the one that is open. */
  function openOrJoin(draft: IncidentDraft, by: CrawledHost, at: number): OpenIncident {
    const known = open.get(keyOf(draft));
    const joining = known
      ? [by]
      : draft.scope === 'site'
        ? hosts.filter(({ host }) => host.site === draft.key)
        : hostsOf(draft);
    const one = known ?? opened(draft, joining, at);
    for (const host of joining) one.hosts.add(host);
    takeBack(
      membersOf({ ...one, hosts: new Set(joining) }),
      pardonedSince(one.incident),
      one.incident.scope,
      at,
    );
    for (const member of membersOf(one)) book.recognise(member, at + TOLD_AFTER);
    for (const other of open.values())
      if (absorbs(one.incident, other.incident) && [...other.hosts].every((host) => one.hosts.has(host)))
        end(other, closeIncident(other.incident, 'absorbed', new Date(at)));
    return one;
  }

  function opened(draft: IncidentDraft, joining: CrawledHost[], at: number): OpenIncident {
    const feeds = joining.reduce((sum, host) => sum + host.feeds.length, 0);
    const incident = openIncident(draft, ended.get(keyOf(draft)) ?? null, feeds, new Date(at));
    const isHit = joining.some(({ feeds: its }) => its.some((known) => known.isHit));
    const isOut = joining.some(({ host }) =>
      host.outages.some(({ from, to }) => at >= from && draft.startedAt.getTime() < to),
    );
    const one = { incident, hosts: new Set<CrawledHost>(), isHit, isFalse: !isHit && !isOut };
    open.set(keyOf(draft), one);
    all.push(one);
    return one;
  }

  const hostsOf = (draft: IncidentDraft) => draft.hosts.flatMap((name) => byName.get(name) ?? []);

  function apply(one: OpenIncident, { incident, tells }: IncidentStep, at: number): void {
    one.incident = incident;
    if (tells) book.messages.push({ isHit: one.isHit });
    if (incident.state === 'closed') end(one, { incident, tells: null }, at);
  }

  function end(one: OpenIncident, { incident }: IncidentStep, releaseAt: number | null = null): void {
    one.incident = incident;
    open.delete(keyOf(incident));
    ended.set(keyOf(incident), incident);
    if (releaseAt === null) return;
    for (const host of one.hosts) host.heldUntil = 0;
    for (const known of membersOf(one)) release(known, releaseAt);
  }

  function release(known: CrawledFeed, at: number): void {
    const due = releasedAt(known.feed.spread, new Date(at));
    if (isChronic(siblingOf(known), new Date(at)) || known.dueAt <= due.getTime()) return;
    known.startAt = due;
    book.reschedule(known);
  }

  return {
    all,
    openOrJoin,
    membersOf,
    takeBack,
    apply,
    /** What keeps a host from being polled; the widest first. */
    holding: (host: CrawledHost): OpenIncident | undefined => {
      const { name, site } = host.host;
      const edge = open.get(keyOf({ scope: 'edge', key: host.host.edge ?? '', route: '' }));
      if (edge?.hosts.has(host)) return edge;
      return (
        open.get(keyOf({ scope: 'site', key: site, route: '' })) ??
        open.get(keyOf({ scope: 'host', key: name, route: '' }))
      );
    },
    ofRoute: (known: CrawledFeed) =>
      open.get(keyOf({ scope: 'route', key: known.feed.host.name, route: known.feed.route })),
    at: (place: IncidentPlace) => open.get(keyOf(place)),
    /** What time alone does. */
    age(at: number): void {
      for (const one of open.values()) apply(one, ageIncident(one.incident, new Date(at)), at);
    },
  };
}

export type IncidentList = ReturnType<typeof createIncidentList>;

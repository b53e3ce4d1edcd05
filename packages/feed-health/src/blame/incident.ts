import { FAMILIES, type FailureFamily } from './families.js';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const REOPENED_WITHIN = 6 * HOUR;
/** A host that fails again and again is not reported each time: the scheme of RFC 2439. */
const FLAPPING = { perOpening: 1000, halfLifeMs: DAY, silentAbove: 3000, audibleBelow: 1000 };
const LADDER = { slowAfterMs: DAY, slowMinutes: 120, slowMinutesOfMany: 60, manyFeeds: 20, lostMinutes: 720 };
/** A remote may ask for a later probe, but not for none. */
const LONGEST_RETRY_AFTER = DAY;
/** An edge denies some of its sites before it is noticed. */
const EDGE_BEGINS_EARLIER = HOUR;

export const INCIDENT_SCOPES = ['route', 'host', 'site', 'edge'] as const;
export type IncidentScope = (typeof INCIDENT_SCOPES)[number];

/** What an incident is about: at most one is open for each. */
export interface IncidentPlace {
  scope: IncidentScope;
  /** The host, the site or the edge. */
  key: string;
  /** Of a host, for the scope `route`; otherwise empty. */
  route: string;
}

/** What is known when an incident is noticed. */
export interface IncidentDraft extends IncidentPlace {
  family: FailureFamily;
  /** Of the failure that was noticed last. */
  code: string;
  /** The first failure of the run. */
  startedAt: Date;
  /** Hosts that take part. */
  hosts: string[];
  /** The failures that prove it. */
  evidence: { sourceId: string; at: Date }[];
}

/** Something wider than a feed fails: its feeds wait, and nothing counts against them. */
export interface Incident extends Omit<IncidentDraft, 'hosts'> {
  state: 'open' | 'lost' | 'closed';
  openedAt: Date;
  /** It was opened again so soon that it is still the same one. */
  isReopened: boolean;
  toldAt: Date | null;
  lostAt: Date | null;
  closedAt: Date | null;
  closeReason: CloseReason | null;
  /** Probes that failed. */
  probes: number;
  /** How the feeds of the current probe responded, so far. */
  votes: boolean[];
  nextProbeAt: Date;
  penalty: number;
  isSilenced: boolean;
}

export type CloseReason = 'recovered' | 'absorbed' | 'by_hand' | 'no_feeds';

/** `before`: the last incident of the same place. */
export function openIncident(
  draft: IncidentDraft,
  before: Incident | null,
  feeds: number,
  now: Date,
): Incident {
  const { hosts: _, ...known } = draft;
  const isReopened = before?.closedAt != null && now.getTime() - before.closedAt.getTime() < REOPENED_WITHIN;
  const penalty = decayedPenalty(before, now) + FLAPPING.perOpening;
  const opened: Incident = {
    ...known,
    state: 'open',
    openedAt: now,
    isReopened,
    toldAt: isReopened ? before.toldAt : null,
    lostAt: null,
    closedAt: null,
    closeReason: null,
    probes: 0,
    votes: [],
    nextProbeAt: now,
    penalty,
    isSilenced:
      penalty > FLAPPING.silentAbove || (before?.isSilenced === true && penalty >= FLAPPING.audibleBelow),
  };
  return { ...opened, nextProbeAt: nextProbe(opened, feeds, null, now) };
}

/** Failures since then are taken back. */
export function pardonedSince({ scope, startedAt }: Pick<Incident, 'scope' | 'startedAt'>): Date {
  return scope === 'edge' ? new Date(startedAt.getTime() - EDGE_BEGINS_EARLIER) : startedAt;
}

/** A wider incident of the same family takes in one whose hosts are all its own. */
export function absorbs(
  wide: IncidentPlace & Pick<Incident, 'family'>,
  narrow: IncidentPlace & Pick<Incident, 'family'>,
): boolean {
  const rank = (scope: IncidentScope) => INCIDENT_SCOPES.indexOf(scope);
  return rank(wide.scope) > rank(narrow.scope) && wide.family === narrow.family;
}

function decayedPenalty(before: Incident | null, now: Date): number {
  if (!before) return 0;
  return before.penalty * 0.5 ** ((now.getTime() - before.openedAt.getTime()) / FLAPPING.halfLifeMs);
}

/** When it is probed next, after as many failed probes as it counts. */
export function nextProbe(incident: Incident, feeds: number, retryAfterAt: Date | null, now: Date): Date {
  const { probeAfterMinutes } = FAMILIES[incident.family];
  const step = probeAfterMinutes[Math.min(incident.probes, probeAfterMinutes.length - 1)] ?? 0;
  const slow = feeds >= LADDER.manyFeeds ? LADDER.slowMinutesOfMany : LADDER.slowMinutes;
  const age = now.getTime() - incident.startedAt.getTime();
  const minutes = isLost(incident, now)
    ? LADDER.lostMinutes
    : age > LADDER.slowAfterMs
      ? Math.max(step, slow)
      : step;
  const asked = Math.min(retryAfterAt?.getTime() ?? 0, now.getTime() + LONGEST_RETRY_AFTER);
  return new Date(Math.max(now.getTime() + minutes * MINUTE, asked));
}

export function isLost({ family, startedAt }: Pick<Incident, 'family' | 'startedAt'>, now: Date): boolean {
  return now.getTime() - startedAt.getTime() > FAMILIES[family].lostAfterDays * DAY;
}

import type { ExplainReason, ExplainState } from '@feedwarden/contracts';
import { type HostPace, spacingAt } from '../blame/host-pace.js';
import type { Incident, IncidentScope } from '../blame/incident.js';
import type { OwnNetworkState } from '../blame/own-network.js';
import type { NextPoll } from '../next-poll.js';
import type { PollHealth } from '../poll-health.js';

/** What is known of a feed, its host and us when somebody asks why it is polled or not. */
export interface ExplainedFacts {
  /** What the schedule says. */
  next: NextPoll;
  /** When it is due, as it is stored. */
  dueAt: Date | null;
  health: PollHealth;
  disabledAt: Date | null;
  disableReason: string | null;
  host: string;
  heldUntil: Date | null;
  /** A crawler has the host. */
  isBusy: boolean;
  pace: HostPace | null;
  incident:
    | (Pick<Incident, 'scope' | 'key' | 'route' | 'family' | 'code' | 'startedAt' | 'nextProbeAt'> & {
        id: string;
        feeds: number;
      })
    | null;
  own: { state: OwnNetworkState; since: Date | null; vantage: string };
  /** Commands that source-manager has not carried out yet. */
  commandsWaiting: number;
}

export interface Because {
  reason: ExplainReason;
  /** null: not before something changes. */
  at: Date | null;
  details: Record<string, string | number | boolean | null>;
}

export interface Explained {
  state: ExplainState;
  /** The reason that decides, and the others that apply. */
  decides: Because;
  others: Because[];
  certain: boolean;
  isFrozen: boolean;
}

const BY_SCOPE: Record<IncidentScope, ExplainReason> = {
  host: 'host_incident',
  route: 'route_incident',
  site: 'site_incident',
  edge: 'edge_block',
};
const HOLDS = new Set<ExplainReason>([
  ...Object.values(BY_SCOPE),
  'host_spacing',
  'host_resting',
  'own_outage',
  'postponed',
]);

/** The latest of what must be over decides; who is not polled at all waits for nothing else. */
export function explain(facts: ExplainedFacts, now: Date): Explained {
  const scheduled: Because = {
    reason: facts.next.reason,
    at: facts.next.at,
    details: scheduleDetails(facts),
  };
  const remarks = remarksOn(facts);
  const isFrozen = facts.incident !== null || facts.own.state === 'offline';
  if (!scheduled.at)
    return { state: 'stopped', decides: scheduled, others: remarks, certain: true, isFrozen };
  const waits = [scheduled, ...holdsOf(facts, now)];
  const offline = waits.find(({ reason }) => reason === 'own_outage');
  const last = offline ?? waits.reduce((latest, one) => (time(one) > time(latest) ? one : latest));
  if (offline || time(last) > now.getTime()) {
    const others = [...waits.filter((one) => one !== last), ...remarks];
    return { state: stateOf(last), decides: last, others, certain: !HOLDS.has(last.reason), isFrozen };
  }
  const reason = facts.isBusy ? 'host_busy' : 'not_yet_claimed';
  const decides: Because = { reason, at: last.at, details: { host: facts.host } };
  const state = facts.isBusy ? 'polling' : 'due';
  return { state, decides, others: [...waits, ...remarks], certain: false, isFrozen };
}

function holdsOf(
  { next, dueAt, heldUntil, incident, own, pace, host }: ExplainedFacts,
  now: Date,
): Because[] {
  const holds: Because[] = [];
  if (own.state === 'offline')
    holds.push({ reason: 'own_outage', at: null, details: { vantage: own.vantage, since: iso(own.since) } });
  if (incident) {
    const { id, scope, key, family, code, feeds, startedAt, nextProbeAt } = incident;
    const details = { incidentId: id, key, family, code, feeds, since: iso(startedAt) };
    holds.push({ reason: BY_SCOPE[scope], at: nextProbeAt, details });
  } else if (heldUntil && heldUntil > now) {
    const spacingSeconds = pace ? Math.round(spacingAt(pace, now) / 1000) : 0;
    const reason = pace && pace.restMs > spacingSeconds * 1000 ? 'host_resting' : 'host_spacing';
    const pollsAnHour = spacingSeconds > 0 ? Math.floor(3600 / spacingSeconds) : null;
    holds.push({ reason, at: heldUntil, details: { host, spacingSeconds, pollsAnHour } });
  }
  if (dueAt && next.at && dueAt > next.at && dueAt > now && !incident)
    holds.push({ reason: 'postponed', at: dueAt, details: {} });
  return holds;
}

/** What applies without keeping anybody waiting. */
function remarksOn({ own, commandsWaiting }: ExplainedFacts): Because[] {
  const remarks: Because[] = [];
  if (own.state === 'degraded')
    remarks.push({
      reason: 'own_degraded',
      at: null,
      details: { vantage: own.vantage, since: iso(own.since) },
    });
  if (commandsWaiting > 0)
    remarks.push({ reason: 'waiting_for_source_manager', at: null, details: { commands: commandsWaiting } });
  return remarks;
}

function scheduleDetails({ next, health, disabledAt, disableReason }: ExplainedFacts): Because['details'] {
  if (next.reason === 'cooldown' || next.reason === 'manually_disabled')
    return { disabledAt: iso(disabledAt), because: disableReason };
  if (next.reason === 'backoff') return { failures: health.consecutiveFailures };
  return {};
}

function stateOf({ reason }: Because): ExplainState {
  if (reason === 'cooldown') return 'cooling_down';
  return HOLDS.has(reason) ? 'held' : 'scheduled';
}

const time = ({ at }: Because) => at?.getTime() ?? 0;
const iso = (at: Date | null) => at?.toISOString() ?? null;

import { setTimeout as sleep } from 'node:timers/promises';
import { afterProbe, type PollError, pauseUntil, spacingAt } from '@feedwarden/feed-health';
import { underSignals } from '@feedwarden/pacing';
import type { Feed } from '../poll/feed.js';
import { type PollDelays, pauseAfter } from '../poll/politeness.js';
import type { PollSource } from '../poll/poll-source.js';
import type { HostLease, TurnKeeper } from '../poll/ports.js';
import type { IncidentBook } from './incident-book.js';
import type { HostMemory, IncidentStore, KnownIncident } from './ports.js';
import type { Senses } from './senses.js';

export interface KeepTurnsDeps {
  incidents: IncidentBook;
  store: Pick<IncidentStore, 'takeProbe' | 'askOthers' | 'join'>;
  hosts: HostMemory;
  senses: Pick<Senses, 'isOffline' | 'retryAt'>;
  pollSource: () => PollSource;
  delays: PollDelays;
  now: () => Date;
}

/** A probe, and two more when it succeeds. */
const CANDIDATES = 3;
const isWide = ({ scope }: KnownIncident) => scope === 'site' || scope === 'edge';

/** Keeps the feeds of an incident from being polled, and polls one of them for all when it is time. */
export function createKeepTurns(deps: KeepTurnsDeps) {
  const { incidents, store, hosts, senses, now } = deps;

  /** What an answer means for the incident: it ends, or is asked about again later. */
  async function answered(
    incident: KnownIncident,
    lease: HostLease,
    error: PollError | null,
    askable: number,
  ): Promise<KnownIncident | null> {
    const answer = {
      good: error === null,
      feeds: incident.feeds,
      askable,
      retryAfterAt: error?.retryAfterAt ?? null,
    };
    const step = afterProbe(incident, answer, now());
    const after = { ...incident, ...step.incident };
    if (after.state === 'closed') {
      await incidents.close(incident, 'recovered', step.tells);
      return null;
    }
    await incidents.save(after);
    if (isWide(after) && after.votes.length > 0) await store.askOthers(after, lease.host, CANDIDATES - 1);
    return after;
  }

  async function probe(taken: KnownIncident, lease: HostLease, abandoning: AbortSignal): Promise<void> {
    const candidates = await hosts.probes(
      lease.host,
      taken.scope === 'route' ? taken.route : null,
      CANDIDATES,
    );
    if (candidates.length === 0 && !isWide(taken)) return incidents.close(taken, 'no_feeds', null);
    const askable = isWide(taken) ? CANDIDATES : candidates.length;
    let incident: KnownIncident | null = taken;
    for (const [index, feed] of candidates.slice(0, isWide(taken) ? 1 : CANDIDATES).entries()) {
      if (index > 0) await underSignals([abandoning, lease.lost], (over) => pause(lease, feed, over));
      const recorded = await deps.pollSource()(lease, feed, abandoning, 'probe');
      if (!recorded) break;
      // It says nothing about the host: it is asked again soon.
      if (recorded.blame === 'self') {
        incident = { ...incident, nextProbeAt: senses.retryAt() };
        await incidents.save(incident);
        break;
      }
      incident = await answered(incident, lease, recorded.error, askable);
      if (!incident) return;
      if (incident.nextProbeAt > now()) break;
    }
    if (incident.scope !== 'route') await hosts.hold(lease, incident.nextProbeAt);
  }

  async function pause(lease: HostLease, feed: Feed, over: AbortSignal): Promise<void> {
    await pauseAfter(feed, deps.delays, over);
    const { pace } = lease.turn.standing;
    if (pace.learnedAt === null || pauseUntil(pace, now())) return;
    await sleep(spacingAt(pace, now()), undefined, { signal: over }).catch(() => {});
  }

  const keeper: TurnKeeper = {
    async begin(lease, abandoning) {
      if (senses.isOffline()) return true;
      const holding = await incidents.holding(lease);
      if (!holding) return false;
      const { standing } = lease.turn;
      if (standing.incidentId !== holding.id && isWide(holding))
        await store.join(holding, [lease.host], now());
      const taken = await store.takeProbe(holding.id);
      // Another crawler may be asking, or it may be over already.
      const current = taken ?? (await incidents.readAgain(holding));
      if (!current) return false;
      lease.turn.isOver = true;
      if (taken) await probe(taken, lease, abandoning);
      else await hosts.hold(lease, current.nextProbeAt);
      return true;
    },

    async admits(lease, feed, abandoning) {
      const route = incidents.ofRoute(feed);
      if (!route) return true;
      const taken = route.nextProbeAt <= now() ? await store.takeProbe(route.id) : null;
      if (taken) await probe(taken, lease, abandoning);
      const open = incidents.ofRoute(feed);
      if (!open) return false;
      await hosts.postpone(feed, open.nextProbeAt);
      return false;
    },

    pause,
  };

  return {
    keeper,
    pause,
    answered: async (incident: KnownIncident, lease: HostLease, error: PollError | null) =>
      void (await answered(incident, lease, error, CANDIDATES)),
  };
}

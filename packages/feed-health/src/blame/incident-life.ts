import { type CloseReason, type Incident, isLost, nextProbe } from './incident.js';

const MINUTE = 60_000;

/** A shorter incident is in the list, but nobody is told. */
const TOLD_AFTER = 30 * MINUTE;
/** One feed that responds may be lucky: two more are asked. */
const VOTES = { asked: 3, needed: 2 };
/** Everybody is due within this time after the end. */
const RELEASED_WITHIN = 10 * MINUTE;

/** What people are told about an incident. */
export type IncidentEvent = 'opened' | 'lost' | 'closed';

export interface IncidentStep {
  incident: Incident;
  tells: IncidentEvent | null;
}

/** What an answer to a probe is about. `feeds`: how many wait; `askable`: how many of them can be asked. */
export interface ProbeAnswer {
  good: boolean;
  feeds: number;
  askable: number;
  retryAfterAt: Date | null;
}

/** One feed was polled for all. After a good answer others are asked at once; two good ones end the incident. */
export function afterProbe(before: Incident, answer: ProbeAnswer, now: Date): IncidentStep {
  const votes = [...before.votes, answer.good];
  const good = votes.filter((vote) => vote).length;
  const asked = Math.min(VOTES.asked, Math.max(answer.askable, 1));
  const needed = Math.min(VOTES.needed, asked);
  if (good >= needed) return closeIncident({ ...before, votes }, 'recovered', now);
  const canStillEnd = good > 0 && good + asked - votes.length >= needed;
  if (canStillEnd) return { incident: { ...before, votes, nextProbeAt: now }, tells: null };
  const incident = { ...before, votes: [], probes: before.probes + 1 };
  return {
    incident: { ...incident, nextProbeAt: nextProbe(incident, answer.feeds, answer.retryAfterAt, now) },
    tells: null,
  };
}

/** What time alone does to an open incident: people are told once, and once more when it is left to them. */
export function ageIncident(before: Incident, now: Date): IncidentStep {
  if (before.state === 'open' && isLost(before, now))
    return {
      incident: { ...before, state: 'lost', lostAt: now, toldAt: before.toldAt ?? now },
      tells: 'lost',
    };
  const isQuiet = before.isReopened || before.isSilenced || before.toldAt !== null;
  if (before.state !== 'open' || isQuiet || now.getTime() - before.openedAt.getTime() < TOLD_AFTER)
    return { incident: before, tells: null };
  return { incident: { ...before, toldAt: now }, tells: 'opened' };
}

/** Its end is told to those who know of it. */
export function closeIncident(before: Incident, closeReason: CloseReason, now: Date): IncidentStep {
  const wasTold = before.lostAt !== null || (before.toldAt !== null && !before.isReopened);
  return {
    incident: { ...before, state: 'closed', closedAt: now, closeReason, votes: [] },
    tells: wasTold && closeReason !== 'absorbed' ? 'closed' : null,
  };
}

/** When a feed that waited is due after the end: soon, but not with all others. `spread` is its own, in [0, 1). */
export function releasedAt(spread: number, now: Date): Date {
  return new Date(now.getTime() + spread * RELEASED_WITHIN);
}

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

const SPACING = {
  first: 10 * SECOND,
  grow: 1.5,
  longest: 5 * MINUTE,
  keptPerHour: 0.98,
  forgottenBelow: SECOND,
};
const REST = { first: 5 * MINUTE, longest: 60 * MINUTE };
const LATELY = 10 * MINUTE;
/** A host that wants more time between two polls is given back in the meantime. */
const HELD_FOR = 10 * SECOND;

/** How much a host that counts our requests lets us ask, as learned from its refusals. */
export interface HostPace {
  /** Between two polls, when it was learned. */
  spacingMs: number;
  learnedAt: Date | null;
  /** How long it was left alone after its last refusal. */
  restMs: number;
  /** The first refusal since it answered well. */
  refusedSince: Date | null;
}

export const UNLIMITED: HostPace = { spacingMs: 0, learnedAt: null, restMs: 0, refusedSince: null };

/** It shrinks by itself, so that a host that changed its mind is noticed. */
export function spacingAt({ spacingMs, learnedAt }: HostPace, now: Date): number {
  if (!learnedAt) return 0;
  const hours = Math.max(0, now.getTime() - learnedAt.getTime()) / HOUR;
  const spacing = spacingMs * SPACING.keptPerHour ** hours;
  return spacing < SPACING.forgottenBelow ? 0 : spacing;
}

/** Until when the host is given back after a poll; null: its spacing is short enough to wait for. */
export function pauseUntil(pace: HostPace, now: Date): Date | null {
  const spacing = spacingAt(pace, now);
  return spacing > HELD_FOR ? new Date(now.getTime() + spacing) : null;
}

export const answeredLately = (lastGoodAt: Date | null, now: Date): boolean =>
  lastGoodAt !== null && now.getTime() - lastGoodAt.getTime() < LATELY;

/** It is known to count requests, unless it refused us even after the longest rest. */
export const isKnownToLimit = (pace: HostPace, now: Date): boolean =>
  spacingAt(pace, now) > 0 && pace.restMs < REST.longest;

/** After a limit was met: more time between polls, and a rest. */
export function slowDown(pace: HostPace, lastGoodAt: Date | null, now: Date): HostPace {
  const spacing = Math.max(spacingAt(pace, now) * SPACING.grow, SPACING.first);
  const isServing = answeredLately(lastGoodAt, now);
  return {
    spacingMs: Math.min(spacing, SPACING.longest),
    learnedAt: now,
    restMs: isServing ? REST.first : Math.min(Math.max(REST.first, pace.restMs * 2), REST.longest),
    refusedSince: isServing ? now : (refusedSince(pace, lastGoodAt) ?? now),
  };
}

/** Since when it refuses everything; null if it answered well in the meantime. */
export function refusedSince({ refusedSince: since }: HostPace, lastGoodAt: Date | null): Date | null {
  return since && (!lastGoodAt || since > lastGoodAt) ? since : null;
}

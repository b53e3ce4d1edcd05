import type { FailurePolicySet, NextPollReason } from '@feedwarden/contracts';
import { backoff } from '@feedwarden/pacing';
import type { FeedSwitch, SourceSwitches } from './decide-switch.js';
import { feedRetryAt } from './failure-policy.js';
import { type FreshnessHints, type HintLimits, whenFresh, whenNotSkipped } from './freshness.js';
import type { PollHealth } from './poll-health.js';

const MINUTE = 60_000;
const MAX_SPREAD = 5 * MINUTE;

/** Everything the time of the next poll depends on. */
export interface PollingFacts extends SourceSwitches, FreshnessHints, HintLimits {
  hasFeed: boolean;
  health: PollHealth;
  intervalMinutes: number;
  /** When a new or reset source is due; null once it has been polled. */
  startAt: Date | null;
  /** What the remote asked for with Retry-After. */
  notBefore: Date | null;
  /** A number in [0, 1) that is this source's own, so that failing siblings do not stay in step. */
  spread: number;
}

export interface NextPoll {
  /** null: not until something changes. */
  at: Date | null;
  reason: NextPollReason;
}

/** `interval × 2^failures`, capped. A source slower than the cap keeps its own interval. */
export function effectiveIntervalMinutes(
  interval: number,
  failures: number,
  maxBackoffHours: number,
): number {
  const cap = Math.max(interval, maxBackoffHours * 60);
  return backoff(failures, { first: interval, longest: cap });
}

export function nextPoll(facts: PollingFacts, policies: FailurePolicySet): NextPoll {
  const paused = whilePaused(facts, policies);
  if (paused && !paused.at) return paused;
  const regular = paused ?? onSchedule(facts);
  const asked = askedFor(facts);
  return regular.at && asked && asked > regular.at ? { at: asked, reason: 'retry_after' } : regular;
}

/** The next poll of a source that is not polled at its interval; null: it is. */
export function whilePaused(
  { hasFeed, enabled, quarantinedAt, feedSwitch }: SourceSwitches & { hasFeed: boolean },
  policies: FailurePolicySet,
): NextPoll | null {
  if (!hasFeed) return { at: null, reason: 'no_feed' };
  if (!enabled) return { at: null, reason: 'source_disabled' };
  if (quarantinedAt) return { at: null, reason: 'quarantined' };
  return feedSwitch ? afterCooldown(feedSwitch, policies) : null;
}

/** What the remote asked for, but never longer than the longest backoff: nobody can silence a feed for good. */
function askedFor({ notBefore, health, maxBackoffHours }: PollingFacts): Date | null {
  if (!notBefore || !health.lastPolledAt) return null;
  return new Date(
    Math.min(notBefore.getTime(), health.lastPolledAt.getTime() + maxBackoffHours * 60 * MINUTE),
  );
}

/** The cooldown takes the place of the backoff: the policy says when to try again. */
function afterCooldown(
  { disabledAt, reason }: NonNullable<FeedSwitch>,
  policies: FailurePolicySet,
): NextPoll {
  const at = feedRetryAt(policies, disabledAt, reason);
  return at ? { at, reason: 'cooldown' } : { at: null, reason: 'manually_disabled' };
}

function onSchedule(facts: PollingFacts): NextPoll {
  const { health, intervalMinutes, maxBackoffHours, startAt, spread } = facts;
  if (startAt) return { at: startAt, reason: 'start' };
  const minutes = effectiveIntervalMinutes(intervalMinutes, health.consecutiveFailures, maxBackoffHours);
  const jitter = spread * Math.min(minutes * MINUTE * 0.1, MAX_SPREAD);
  const polledAt = health.lastPolledAt ?? new Date(0);
  const regularAt = new Date(polledAt.getTime() + minutes * MINUTE);
  // Hints from an earlier success do not apply to a failing feed.
  if (health.consecutiveFailures > 0) return { at: later(regularAt, jitter), reason: 'backoff' };
  const { at, reason } = whenFresh({ at: regularAt, reason: 'interval' }, polledAt, facts, facts);
  return whenNotSkipped({ at: later(at, jitter), reason }, polledAt, facts.rhythm, facts, jitter);
}

const later = (at: Date, ms: number) => new Date(at.getTime() + ms);

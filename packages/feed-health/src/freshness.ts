import type { NextPollReason } from '@feedwarden/contracts';
import { type FeedRhythm, nextUnskipped } from './feed-rhythm.js';

/** What a remote that answers well says about when to come again. */
export interface FreshnessHints {
  /** What its caching headers promise. */
  freshUntil: Date | null;
  rhythm: FeedRhythm | null;
}

export interface HintLimits {
  maxFreshHours: number;
  maxBackoffHours: number;
}

export interface TimedPoll {
  at: Date;
  reason: NextPollReason;
}

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** The latest of the regular time and what the hints ask for: they never make a poll earlier, nor silence a feed. */
export function whenFresh(
  regular: TimedPoll,
  polledAt: Date,
  { freshUntil, rhythm }: FreshnessHints,
  { maxFreshHours, maxBackoffHours }: HintLimits,
): TimedPoll {
  const latest = polledAt.getTime() + Math.min(maxFreshHours, maxBackoffHours) * HOUR;
  const hints: { until: number; reason: NextPollReason }[] = [
    { until: freshUntil?.getTime() ?? 0, reason: 'fresh_until' },
    { until: polledAt.getTime() + (rhythm?.everyMinutes ?? 0) * MINUTE, reason: 'feed_ttl' },
  ];
  return hints.reduce((chosen, { until, reason }) => {
    const at = new Date(Math.min(until, latest));
    return at > chosen.at ? { at, reason } : chosen;
  }, regular);
}

/** Leaves out the hours and days the feed names. A longer stretch of them is visited once per longest backoff. */
export function whenNotSkipped(
  planned: TimedPoll,
  polledAt: Date,
  rhythm: FeedRhythm | null,
  { maxBackoffHours }: HintLimits,
  jitter: number,
): TimedPoll {
  if (!rhythm) return planned;
  const unskipped = nextUnskipped(planned.at, rhythm);
  if (unskipped <= planned.at) return planned;
  const latest = polledAt.getTime() + maxBackoffHours * HOUR;
  const at = new Date(Math.min(unskipped.getTime() + jitter, latest));
  return at > planned.at ? { at, reason: 'skip_hours' } : planned;
}

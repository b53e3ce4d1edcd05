import type { NextPollReason } from '@feedwarden/contracts';

/** How often a feed says it is updated. */
export interface FeedRhythm {
  /** Polling more often is useless. */
  everyMinutes: number | null;
  /** Hours of the day in GMT, 0 to 23, and days of the week, 0 for Sunday, in which nothing new is published. */
  skipHours: number[];
  skipDays: number[];
}

/** What a healthy feed says about when to poll it again. */
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
const HOURS_OF_A_WEEK = 7 * 24;

/** The latest of the regular time and what the hints ask for: hints never make a poll earlier, and have a limit. */
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

/** Leaves out the hours and days the feed names. It still polls once per longest backoff. */
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

/** `at`, or the first full hour after it that is not to be skipped. A feed that skips all hours or all days is ignored. */
export function nextUnskipped(at: Date, { skipHours, skipDays }: FeedRhythm): Date {
  const hours = unlessAll(skipHours, 24);
  const days = unlessAll(skipDays, 7);
  const isSkipped = (time: Date) => hours.has(time.getUTCHours()) || days.has(time.getUTCDay());
  let time = at;
  for (let step = 0; step < HOURS_OF_A_WEEK && isSkipped(time); step += 1)
    time = new Date(Math.floor(time.getTime() / HOUR) * HOUR + HOUR);
  return time;
}

function unlessAll(skipped: number[], count: number): Set<number> {
  const distinct = new Set(skipped);
  return distinct.size < count ? distinct : new Set();
}

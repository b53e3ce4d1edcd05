import type { FailurePolicySet } from '@feedwarden/contracts';
import { type NextPoll, nextPoll } from '@feedwarden/feed-health';
import type { Feed } from './feed.js';

/** The same number in [0, 1) for a source at all times: the first digits of its random id. */
export function spreadOf(sourceId: string): number {
  return Number.parseInt(sourceId.slice(0, 8), 16) / 2 ** 32;
}

/** When a feed is to be polled next, and why then. */
export type Schedule = (feed: Feed) => NextPoll;

/** What the schedule of every source depends on, besides the policies. */
export interface ScheduleSettings {
  defaultIntervalMinutes: number;
  /** How far hints of a healthy feed may move its next poll. */
  maxFreshHours: number;
  /** How long a minute of an interval is: 60 seconds, but in a demo. */
  minuteSeconds?: number;
}

export function createSchedule(
  policies: () => FailurePolicySet,
  { defaultIntervalMinutes, maxFreshHours, minuteSeconds = 60 }: ScheduleSettings,
): Schedule {
  return (feed) =>
    nextPoll(
      {
        enabled: feed.enabled,
        hasFeed: feed.settings.feedUrl !== null,
        feedSwitch: feed.feedSwitch,
        quarantinedAt: feed.quarantinedAt,
        health: feed.health,
        intervalMinutes: ((feed.settings.pollIntervalMinutes ?? defaultIntervalMinutes) * minuteSeconds) / 60,
        maxBackoffHours: feed.settings.maxBackoffHours ?? policies().maxBackoffHours,
        startAt: feed.startAt,
        notBefore: feed.notBefore,
        freshUntil: feed.freshUntil,
        rhythm: feed.rhythm,
        maxFreshHours,
        spread: spreadOf(feed.sourceId),
      },
      policies(),
    );
}

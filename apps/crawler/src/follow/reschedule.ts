import type { Schedule, ScheduleSettings } from '../poll/schedule.js';
import type { FollowedPolicies } from './policies.js';
import type { SourceStore } from './ports.js';

export interface RescheduleDeps {
  store: SourceStore;
  policies: FollowedPolicies;
  schedule: Schedule;
  scheduleSettings: ScheduleSettings;
  stop: AbortSignal;
}

export type Reschedule = ReturnType<typeof createReschedule>;

const PAGE = 500;

export function createReschedule({ store, policies, schedule, scheduleSettings, stop }: RescheduleDeps) {
  const { defaultIntervalMinutes, maxFreshHours } = scheduleSettings;
  return {
    /** Everything that the due times of many feeds depend on at once. When it changes, they are derived again. */
    basis: (): string => JSON.stringify([policies.version(), defaultIntervalMinutes, maxFreshHours]),

    /** Derives the due times of all feeds again, a page at a time. */
    async allFeeds(): Promise<void> {
      let last: string | null = null;
      do {
        stop.throwIfAborted();
        const places = await store.feedsAfter(last, PAGE);
        await store.transaction(async (tx) => {
          const known = await tx.lockFeeds(places);
          await tx.writeFeeds([...known.values()].map(({ feed }) => ({ feed, dueAt: schedule(feed).at })));
        });
        last = places.length === PAGE ? (places.at(-1)?.sourceId ?? null) : null;
      } while (last !== null);
    },
  };
}

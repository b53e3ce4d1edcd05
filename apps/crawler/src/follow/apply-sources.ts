import type { Source } from '@feedwarden/contracts';
import { hostOf } from '../poll/feed.js';
import type { Schedule, ScheduleSettings } from '../poll/schedule.js';
import { followSource } from './follow-source.js';
import type { SourceTransaction } from './ports.js';

export interface ApplySourcesDeps {
  schedule: Schedule;
  scheduleSettings: Pick<ScheduleSettings, 'defaultIntervalMinutes'>;
  now: () => Date;
}

/** Brings our feeds to where these sources stand: reads what we know, decides, and writes. */
export type ApplySources = (tx: SourceTransaction, sources: Source[]) => Promise<void>;

export function createApplySources({ schedule, scheduleSettings, now }: ApplySourcesDeps): ApplySources {
  const { defaultIntervalMinutes } = scheduleSettings;
  return async (tx, sources) => {
    if (sources.length === 0) return;
    const known = await tx.lockFeeds(sources.map(placeOf));
    const at = now();
    const followed = sources.flatMap((source) => {
      const feed = followSource(known.get(source.id) ?? null, source, { at, defaultIntervalMinutes });
      return feed ? [{ feed, dueAt: schedule(feed).at }] : [];
    });
    await tx.writeFeeds(followed);
    await tx.deleteOutdatedCommands(sources.map(({ id }) => id));
  };
}

export const placeOf = ({ id, feedUrl }: Source) => ({ sourceId: id, host: hostOf(feedUrl, id) });

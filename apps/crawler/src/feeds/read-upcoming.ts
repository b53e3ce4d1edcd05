import type { NextPollReason, Upcoming } from '@feedwarden/contracts';
import type { Database } from '@feedwarden/service-kit';
import { type SQL, sql } from 'drizzle-orm';
import type { Feed } from '../poll/feed.js';
import { feedOf } from '../store/feed-row.js';
import { type FeedRow, feeds } from '../store/schema.js';
import type { ReadUpcoming } from './ports.js';

const HOUR_MS = 3_600_000;

/** What feeds in trouble have in common: the condition of their index. */
const IN_TROUBLE = sql.raw('(consecutive_failures > 0 or feed_disabled_at is not null)');

interface HourRow extends Record<string, unknown> {
  hour: number;
  retries: number;
  probes: number;
}

/** When feeds in trouble are polled again, by the hour, and the next ones by name with the reason. */
export function createReadUpcoming(
  db: Database,
  nextPoll: (feed: Feed) => { reason: NextPollReason },
  now: () => Date,
): ReadUpcoming {
  return async ({ hours, limit }) => {
    const at = now();
    const counted = await db.execute<HourRow>(upcomingHoursStatement(at, hours));
    const rows = limit === 0 ? [] : await nextInTrouble(db, limit);
    return {
      at: at.toISOString(),
      hours: Array.from({ length: hours }, (_, hour) => {
        const { retries = 0, probes = 0 } = counted.find((row) => row.hour === hour) ?? {};
        return { from: new Date(at.getTime() + hour * HOUR_MS).toISOString(), retries, probes };
      }),
      next: rows.map((row): Upcoming['next'][number] => ({
        sourceId: row.sourceId,
        at: (row.dueAt ?? at).toISOString(),
        reason: nextPoll(feedOf(row)).reason,
        kind: row.feedDisabledAt ? 'probe' : 'retry',
      })),
    };
  };
}

/** What is due already belongs to the first hour. */
export function upcomingHoursStatement(at: Date, hours: number): SQL {
  const from = sql`${at.toISOString()}::timestamptz`;
  return sql`
    select greatest(0, floor(extract(epoch from due_at - ${from}) / 3600))::int as hour,
      count(*) filter (where feed_disabled_at is null)::int as retries,
      count(*) filter (where feed_disabled_at is not null)::int as probes
    from ${feeds}
    where ${IN_TROUBLE} and due_at < ${from} + make_interval(hours => ${hours}::int)
    group by 1`;
}

const nextInTrouble = (db: Database, limit: number): Promise<FeedRow[]> =>
  db
    .select()
    .from(feeds)
    .where(sql`${IN_TROUBLE} and ${feeds.dueAt} is not null`)
    .orderBy(feeds.dueAt)
    .limit(limit);

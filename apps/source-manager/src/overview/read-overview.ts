import {
  type CountsByErrorType,
  type CountsByStatus,
  countsByErrorType,
  countsByStatus,
  type ErrorType,
  type FailurePolicySet,
  type Need,
  type Overview,
  type SourceStatus,
} from '@feedwarden/contracts';
import type { Database } from '@feedwarden/service-kit';
import { type SQL, sql } from 'drizzle-orm';
import { changeClock } from '../sources/follow/schema.js';
import { cooldownEnd } from '../sources/list/source-filter.js';
import { sources } from '../sources/schema.js';
import { onlyRow } from '../stored-values.js';
import { crawlerContact, overviewSamples } from './schema.js';

/** How old the numbers may be. Pages ask often, and all of them the same. */
const FRESH_MS = 2000;

export type ReadOverview = () => Promise<Overview>;

/** One answer for all who ask at the same time, and for two seconds after. */
export function createReadOverview(
  db: Database,
  policies: FailurePolicySet,
  now: () => number = Date.now,
): ReadOverview {
  let recent: { overview: Promise<Overview>; until: number } | undefined;
  return async () => {
    if (recent && now() < recent.until) return recent.overview;
    const overview = readOverview(db, policies);
    const mine = { overview, until: now() + FRESH_MS };
    recent = mine;
    // A failure is nobody else's answer.
    overview.catch(() => {
      if (recent === mine) recent = undefined;
    });
    return overview;
  };
}

export async function readOverview(db: Database, policies: FailurePolicySet): Promise<Overview> {
  const row = onlyRow(await db.execute<OverviewRow>(overviewStatement(policies)));
  const trouble = row.trouble ?? [];
  const { neverPolled, moved } = row;
  const byStatus = statusCounts(trouble);
  const needs = sumBy(trouble, ({ need }) => need);
  byStatus.healthy = row.total - sum(trouble);
  return {
    at: iso(row.at) ?? '',
    total: row.total,
    byStatus,
    byErrorType: errorTypeCounts(trouble),
    neverPolled,
    needsYou: {
      total: needs('unexpected') + needs('quarantined') + needs('disabled_by_policy'),
      unexpected: needs('unexpected'),
      quarantined: needs('quarantined'),
      disabledByPolicy: needs('disabled_by_policy'),
    },
    moved,
    retriedWithinHour: trouble.reduce((all, { soon }) => all + soon, 0),
    yesterday: row.yesterday && { ...row.yesterday, at: iso(row.yesterday.at) ?? '' },
    reports: { lastAt: iso(row.reportedAt), crawlerSeenAt: iso(row.seenAt) },
  };
}

/** Sources that are not healthy, counted by what makes them different. */
export interface TroubleCount {
  status: SourceStatus;
  error: ErrorType | null;
  need: Need | null;
  count: number;
  /** Of them, those that are polled again within the hour without anybody. */
  soon: number;
}

interface OverviewRow extends Record<string, unknown> {
  at: string;
  total: number;
  neverPolled: number;
  moved: number;
  trouble: TroubleCount[] | null;
  yesterday: { at: string; byStatus: CountsByStatus } | null;
  seenAt: string | null;
  reportedAt: string | null;
}

/**
 * Only the sources that are not healthy are counted, by an index that holds nothing else; the number of all is kept by a
 * trigger. So the cost follows the trouble, not the size.
 */
export function overviewStatement(policies: FailurePolicySet): SQL {
  return sql`
    select now() as at,
      (select total from ${changeClock}) as total,
      (select count(*)::int from ${sources} where last_polled_at is null and standing = 'healthy') as "neverPolled",
      (select count(*)::int from ${sources} where proposed_feed_url is not null) as moved,
      (select json_agg(trouble) from (
        select ${statusOf(policies)} as status, last_error_type as error, needs_you as need,
          count(*)::int as count,
          count(*) filter (where needs_you is null and next_poll_at < now() + interval '1 hour')::int as soon
        from ${sources} where standing <> 'healthy' group by 1, 2, 3) trouble) as trouble,
      (select json_build_object('at', at, 'byStatus', by_status) from ${overviewSamples}
        where at <= now() - interval '24 hours' and at > now() - interval '48 hours'
        order by at desc limit 1) as yesterday,
      (select seen_at from ${crawlerContact}) as "seenAt",
      (select reported_at from ${crawlerContact}) as "reportedAt"`;
}

/** The status of a source that is not healthy, as SQL. */
export function statusOf(policies: FailurePolicySet): SQL {
  return sql`case when standing <> 'feed_disabled' then standing
    when ${cooldownEnd(policies)} > now() then 'cooling_down' else 'probing' end`;
}

export function statusCounts(trouble: Pick<TroubleCount, 'status' | 'count'>[]): CountsByStatus {
  const counts = countsByStatus();
  for (const { status, count } of trouble) counts[status] += count;
  return counts;
}

export function errorTypeCounts(trouble: Pick<TroubleCount, 'error' | 'count'>[]): CountsByErrorType {
  const counts = countsByErrorType();
  for (const { error, count } of trouble) if (error) counts[error] += count;
  return counts;
}

const sum = (trouble: { count: number }[]) => trouble.reduce((all, { count }) => all + count, 0);
const sumBy = (trouble: TroubleCount[], key: (one: TroubleCount) => Need | null) => (need: Need) =>
  sum(trouble.filter((one) => key(one) === need));

const iso = (time: string | Date | null) => (time === null ? null : new Date(time).toISOString());

import type {
  ErrorType,
  FailurePolicySet,
  HostQuery,
  HostSummary,
  Page,
  SourceStatus,
} from '@feedwarden/contracts';
import { type Database, decodeCursor, encodeCursor } from '@feedwarden/service-kit';
import { type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import { sources } from '../sources/schema.js';
import { errorTypeCounts, statusCounts, statusOf } from './read-overview.js';

export type ReadHosts = (query: HostQuery) => Promise<Page<HostSummary>>;

const byTrouble = z.tuple([z.literal('-inTrouble'), z.int().min(0), z.string().max(255)]);
const byName = z.tuple([z.literal('host'), z.string().max(255)]);

export function createReadHosts(db: Database, policies: FailurePolicySet): ReadHosts {
  return async (query) => {
    const rows = await db.execute<HostRow>(hostsStatement(query, policies));
    const items = rows.slice(0, query.limit).map(hostSummary);
    const last = rows.length > query.limit ? items.at(-1) : undefined;
    if (!last) return { items, nextCursor: null };
    const end = query.sort === 'host' ? [last.host] : [last.inTrouble, last.host];
    return { items, nextCursor: encodeCursor([query.sort, ...end]) };
  };
}

interface HostRow extends Record<string, unknown> {
  host: string;
  total: number;
  trouble: { status: SourceStatus; error: ErrorType | null; count: number }[] | null;
  failingSince: string | null;
  nextPollAt: string | null;
}

function hostSummary({ host, total, trouble, failingSince, nextPollAt }: HostRow): HostSummary {
  const parts = trouble ?? [];
  const inTrouble = parts.reduce((all, { count }) => all + count, 0);
  return {
    host,
    total,
    inTrouble,
    byStatus: { ...statusCounts(parts), healthy: total - inTrouble },
    byErrorType: errorTypeCounts(parts),
    failingSince: failingSince && new Date(failingSince).toISOString(),
    nextPollAt: nextPollAt && new Date(nextPollAt).toISOString(),
  };
}

/** One host more than the limit, which shows whether there is another page. */
export function hostsStatement(query: HostQuery, policies: FailurePolicySet): SQL {
  const page = query.sort === 'host' ? hostsByName(query) : hostsInTrouble(query);
  return sql`
    with recursive page as (${page})
    select page.host, (select count(*)::int from ${sources} where feed_host = page.host) as total,
      parts.trouble, parts.since as "failingSince", parts.next as "nextPollAt"
    from page, lateral (
      select json_agg(json_build_object('status', status, 'error', error, 'count', count)) as trouble,
        min(since) as since, min(next) as next
      from (
        select ${statusOf(policies)} as status, last_error_type as error, count(*)::int as count,
          min(failing_since) as since, min(next_poll_at) as next
        from ${sources} where feed_host = page.host and standing <> 'healthy' group by 1, 2) part) parts
    order by page.place`;
}

function hostsInTrouble({ q, cursor, limit }: HostQuery): SQL {
  const [, count, host] = cursor === undefined ? [] : decodeCursor(byTrouble, cursor);
  const behind =
    count === undefined
      ? sql``
      : sql`having count(*) < ${count} or (count(*) = ${count} and feed_host > ${host})`;
  const named = q === undefined ? sql`` : sql`and position(${q.toLowerCase()} in feed_host) > 0`;
  return sql`
    select feed_host as host, row_number() over (order by count(*) desc, feed_host) as place
    from ${sources} where standing <> 'healthy' and feed_host is not null ${named}
    group by feed_host ${behind} order by count(*) desc, feed_host limit ${limit + 1}`;
}

/** From host to host by the index: the number of sources does not matter. */
function hostsByName({ q, cursor, limit }: HostQuery): SQL {
  const [, after] = cursor === undefined ? [] : decodeCursor(byName, cursor);
  const prefix = q?.toLowerCase();
  const begins = prefix === undefined ? sql`` : sql`and starts_with(feed_host, ${prefix})`;
  const from = after === undefined ? sql`feed_host >= ${prefix ?? ''}` : sql`feed_host > ${after}`;
  return sql`
    (select feed_host as host, 1 as place from ${sources} where ${from} ${begins} order by feed_host limit 1)
    union all
    select next.host, page.place + 1 from page, lateral (
      select feed_host as host from ${sources} where feed_host > page.host ${begins}
      order by feed_host limit 1) next
    where page.place <= ${limit}`;
}

import { SOURCE_TYPES } from '@feedwarden/contracts';
import type { Sibling } from '@feedwarden/feed-health';
import type { Database } from '@feedwarden/service-kit';
import { and, asc, eq, inArray, isNotNull, isNull, sql } from 'drizzle-orm';
import type { Schedule } from '../../poll/schedule.js';
import { feedOf } from '../../store/feed-row.js';
import { feeds, hosts } from '../../store/schema.js';
import { routeOf } from '../places.js';
import type { HostMemory } from '../ports.js';
import { hostsAmong, ROUTE, takeBack } from './members.js';
import { storedPace } from './stored-pace.js';

/** Asking a watchlist would be asking for many pages. */
const ONE_REQUEST = Object.entries(SOURCE_TYPES).flatMap(([type, { isOneRequest }]) =>
  isOneRequest ? [type] : [],
);
const SIBLINGS = { failing: 50, next: 100, last: 50 };

interface SiblingRow extends Record<string, unknown> {
  source_id: string;
  feed_url: string;
  last_polled_ms: string | null;
  last_success_ms: string | null;
  failing_ms: string | null;
  last_error_type: Sibling['lastErrorType'];
  is_disabled: boolean;
}

export function createHostMemory(db: Database, crawlerId: string, schedule: Schedule): HostMemory {
  return {
    /** A host may have a hundred thousand feeds: each part is the beginning of an index. */
    async siblings(host, sourceId) {
      const ofHost = sql`from feeds where host = ${host}`;
      const rows = await db.execute<SiblingRow>(sql`
        with asked as (
          (select * from feeds where source_id = ${sourceId} and host = ${host})
          union all (select * ${ofHost} and failing_since is not null limit ${SIBLINGS.failing})
          union all (select * ${ofHost} and due_at is not null order by due_at limit ${SIBLINGS.next})
          union all (select * ${ofHost} and due_at is not null order by due_at desc limit ${SIBLINGS.last}))
        select distinct on (source_id) source_id, settings ->> 'feedUrl' as feed_url, last_error_type,
          extract(epoch from last_polled_at) * 1000 as last_polled_ms,
          extract(epoch from last_success_at) * 1000 as last_success_ms,
          extract(epoch from failing_since) * 1000 as failing_ms,
          (not enabled or feed_disabled_at is not null or quarantined_at is not null) as is_disabled
        from asked
        where settings ->> 'feedUrl' is not null
          and (source_id = ${sourceId} or coalesce(settings ->> 'type', 'rss') in (
            select jsonb_array_elements_text(${JSON.stringify(ONE_REQUEST)}::text::jsonb)))
        order by source_id`);
      return rows.map(siblingOf);
    },

    async probes(host, route, limit) {
      const rows = await db
        .select()
        .from(feeds)
        .where(
          and(
            eq(feeds.host, host),
            route === null ? undefined : sql`${ROUTE} = ${route}`,
            isNotNull(feeds.dueAt),
            eq(feeds.enabled, true),
            isNull(feeds.feedDisabledAt),
            isNull(feeds.quarantinedAt),
            inArray(sql`coalesce(settings ->> 'type', 'rss')`, ONE_REQUEST),
          ),
        )
        .orderBy(sql`${feeds.lastPolledAt} nulls first`, asc(feeds.sourceId))
        .limit(limit);
      return rows.map(feedOf);
    },

    async hold({ host, fence }, until) {
      await db
        .update(hosts)
        .set({ heldUntil: until })
        .where(and(eq(hosts.host, host), eq(hosts.fence, fence), eq(hosts.owner, crawlerId)));
    },

    async remember({ host, fence }, { pace, edge, askedAt }) {
      await db
        .update(hosts)
        .set({ ...(pace && { pace: storedPace(pace) }), ...(edge && { edge }), ...(askedAt && { askedAt }) })
        .where(and(eq(hosts.host, host), eq(hosts.fence, fence), eq(hosts.owner, crawlerId)));
    },

    async postpone({ sourceId, pollSeq }, until) {
      await db
        .update(feeds)
        .set({ dueAt: sql`greatest(due_at, ${until.toISOString()})` })
        .where(and(eq(feeds.sourceId, sourceId), eq(feeds.pollSeq, pollSeq), isNotNull(feeds.dueAt)));
    },

    takeBack: (sourceIds, since, blame) =>
      db.transaction(async (tx) => {
        const rows = await tx
          .selectDistinct({ host: feeds.host })
          .from(feeds)
          .where(inArray(feeds.sourceId, sourceIds));
        const names = rows.map(({ host }) => host);
        await tx.execute(sql`select 1 from hosts where ${hostsAmong(names)} order by host for update`);
        await takeBack(tx, schedule, {
          which: { sourceIds },
          since,
          blame,
          incidentId: null,
          at: new Date(),
        });
      }),
  };
}

function siblingOf(row: SiblingRow): Sibling {
  const time = (ms: string | null) => (ms === null ? null : new Date(Number(ms)));
  return {
    sourceId: row.source_id,
    route: routeOf(row.feed_url),
    lastPolledAt: time(row.last_polled_ms),
    lastSuccessAt: time(row.last_success_ms),
    failingSince: time(row.failing_ms),
    lastErrorType: row.last_error_type,
    isDisabled: row.is_disabled,
  };
}

import type { ExplainedFacts } from '@feedwarden/feed-health';
import type { Database } from '@feedwarden/service-kit';
import { and, eq, isNull, or, sql } from 'drizzle-orm';
import type { Feed } from '../../poll/feed.js';
import { feeds, hosts, sourceCommands } from '../../store/schema.js';
import { routeOf, siteOf } from '../places.js';
import { incidents, ownOutages } from './schema.js';
import { paceOf } from './stored-pace.js';

/** What besides the feed itself says when it is polled. */
export type AroundFeed = Pick<
  ExplainedFacts,
  'dueAt' | 'host' | 'heldUntil' | 'isBusy' | 'pace' | 'incident' | 'own' | 'commandsWaiting'
>;
export type ReadAroundFeed = (feed: Feed) => Promise<AroundFeed>;

export function createReadAroundFeed(db: Database, vantage: string): ReadAroundFeed {
  /** The widest of those that concern it. */
  async function incidentOf({ host, settings }: Feed, incidentId: string | null) {
    const place = (scope: 'site' | 'host' | 'route', key: string, route: string) =>
      and(eq(incidents.scope, scope), eq(incidents.key, key), eq(incidents.route, route));
    const rows = await db
      .select()
      .from(incidents)
      .where(
        and(
          isNull(incidents.closedAt),
          eq(incidents.vantage, vantage),
          or(
            incidentId === null ? undefined : eq(incidents.id, incidentId),
            place('site', siteOf(host), ''),
            place('host', host, ''),
            place('route', host, routeOf(settings.feedUrl ?? '')),
          ),
        ),
      );
    const ranks = ['edge', 'site', 'host', 'route'] as const;
    return rows.sort((a, b) => ranks.indexOf(a.scope) - ranks.indexOf(b.scope))[0] ?? null;
  }

  return async (feed) => {
    const { host, sourceId } = feed;
    const [[row], [outage], [waiting]] = await Promise.all([
      db
        .select({
          dueAt: feeds.dueAt,
          heldUntil: hosts.heldUntil,
          isBusy: sql<boolean>`coalesce(${hosts.owner} is not null and ${hosts.claimableAt} > now(), false)`,
          pace: hosts.pace,
          incidentId: hosts.incidentId,
        })
        .from(feeds)
        .leftJoin(hosts, eq(hosts.host, feeds.host))
        .where(eq(feeds.sourceId, sourceId)),
      db
        .select()
        .from(ownOutages)
        .where(and(eq(ownOutages.vantage, vantage), isNull(ownOutages.toAt))),
      db
        .select({ commands: sql<number>`count(*)::integer` })
        .from(sourceCommands)
        .where(eq(sourceCommands.sourceId, sourceId)),
    ]);
    return {
      host,
      dueAt: row?.dueAt ?? null,
      heldUntil: row?.heldUntil ?? null,
      isBusy: row?.isBusy ?? false,
      pace: row?.pace ? paceOf(row.pace) : null,
      incident: await incidentOf(feed, row?.incidentId ?? null),
      own: { state: outage?.state ?? 'online', since: outage?.fromAt ?? null, vantage },
      commandsWaiting: waiting?.commands ?? 0,
    };
  };
}

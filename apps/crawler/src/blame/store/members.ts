import type { Blame } from '@feedwarden/contracts';
import { afterVerdicts, type Pardon, pardon } from '@feedwarden/feed-health';
import { type Database, rowsParameter, type Transaction } from '@feedwarden/service-kit';
import { and, eq, gte, inArray, isNotNull, or, type SQL, sql } from 'drizzle-orm';
import type { Feed } from '../../poll/feed.js';
import type { Schedule } from '../../poll/schedule.js';
import { commandOf } from '../../poll/switch-command.js';
import { feedOf, rowOf } from '../../store/feed-row.js';
import { firstDue } from '../../store/host-leases.js';
import { feeds, polls, sourceCommands } from '../../store/schema.js';

/** The feeds of an incident; or those that failed by our own fault. */
export type Members = { hosts: string[]; route: string | null } | { sourceIds: string[] };

/** As `routeOf` finds it. */
export const ROUTE = sql.raw(
  `split_part(regexp_replace(regexp_replace(settings ->> 'feedUrl', '^[^:]*://[^/?#]*', ''), '[?#].*$', ''), '/', 2)`,
);

const READ_AT_ONCE = 200;
const RELEASED_AT_ONCE = 1000;

export const hostsAmong = (hosts: string[]): SQL =>
  sql`host in (select host from json_to_recordset(${rowsParameter(hosts.map((host) => ({ host })))}) as named(host text))`;

const among = (members: Members): SQL => {
  if ('hosts' in members)
    return members.route === null
      ? hostsAmong(members.hosts)
      : sql`${hostsAmong(members.hosts)} and ${ROUTE} = ${members.route}`;
  const ids = rowsParameter(members.sourceIds.map((id) => ({ id })));
  return sql`source_id in (select id from json_to_recordset(${ids}) as named(id uuid))`;
};

export interface TakingBack {
  which: Members;
  since: Date;
  blame: Exclude<Blame, 'feed'>;
  incidentId: string | null;
  at: Date;
}

/**
 * Takes back what was counted against these feeds since then, and what it made us do. Doing it twice changes nothing.
 * The caller has locked the hosts.
 */
export async function takeBack(tx: Transaction, schedule: Schedule, taking: TakingBack): Promise<void> {
  for (let after: string | null = null; ; ) {
    const rows = await tx
      .select()
      .from(feeds)
      .where(
        and(
          among(taking.which),
          isNotNull(feeds.failingSince),
          gte(feeds.lastPolledAt, taking.since),
          after === null ? undefined : sql`source_id > ${after}`,
        ),
      )
      .orderBy(feeds.sourceId)
      .limit(READ_AT_ONCE)
      .for('update');
    await pardonAll(tx, schedule, rows.map(feedOf), taking);
    const last = rows.at(-1);
    if (rows.length < READ_AT_ONCE || !last) return;
    after = last.sourceId;
  }
}

async function pardonAll(tx: Transaction, schedule: Schedule, failing: Feed[], taking: TakingBack) {
  if (failing.length === 0) return;
  const ids = failing.map(({ sourceId }) => sourceId);
  const failed = await tx
    .select()
    .from(polls)
    .where(and(inArray(polls.sourceId, ids), eq(polls.outcome, 'failed')))
    .orderBy(sql`${polls.at} desc`);
  for (const feed of failing) {
    const { failingSince } = feed.health;
    const failures = failed
      .filter(({ sourceId, at }) => sourceId === feed.sourceId && failingSince && at >= failingSince)
      .flatMap(({ errorType, code, ...poll }) =>
        errorType && code ? [{ ...poll, errorType, code, blame: poll.blame ?? ('feed' as const) }] : [],
      );
    const pardoned = pardon({ health: feed.health, switches: feed, failures }, taking.since, taking.blame);
    if (pardoned) await write(tx, schedule, feed, pardoned, taking);
  }
}

async function write(tx: Transaction, schedule: Schedule, feed: Feed, pardoned: Pardon, taking: TakingBack) {
  const { health, verdicts } = pardoned;
  const { sourceId, healthEpoch } = feed;
  const after: Feed = { ...feed, health, ...afterVerdicts(feed, verdicts, taking.at) };
  const { sourceId: _, ...row } = rowOf(after, schedule(after).at);
  await tx
    .update(feeds)
    .set({ ...row, unreported: true })
    .where(eq(feeds.sourceId, sourceId));
  await tx
    .update(polls)
    .set({ blame: taking.blame, incidentId: taking.incidentId })
    .where(
      and(
        eq(polls.sourceId, sourceId),
        eq(polls.outcome, 'failed'),
        gte(polls.at, taking.since),
        or(eq(polls.blame, 'feed'), sql`${polls.blame} is null`),
      ),
    );
  if (verdicts.length === 0) return;
  await tx.insert(sourceCommands).values(
    verdicts.map((verdict) => ({
      sourceId,
      command: commandOf(verdict, health, null),
      healthEpoch,
      decidedAt: taking.at,
    })),
  );
}

/** Its own place among others, as `spreadOf` says. */
const SPREAD = sql.raw(`(('x' || left(source_id::text, 8))::bit(32)::bigint / 4294967296.0)`);

/** Everybody who waited is due within ten minutes, each at a time of its own; those that failed before are not hurried. */
export async function releaseMembers(db: Database, members: Extract<Members, { hosts: string[] }>, at: Date) {
  const now = at.toISOString();
  for (let after = '00000000-0000-0000-0000-000000000000'; ; ) {
    const released = await db.transaction((tx) =>
      tx.execute<{ source_id: string }>(sql`
        with waiting as (
          select source_id, ${now}::timestamptz + ${SPREAD} * interval '10 minutes' as due from feeds
          where ${among(members)} and source_id > ${after} and due_at is not null
            and enabled and feed_disabled_at is null and quarantined_at is null
            and (failing_since is null or failing_since >= ${now}::timestamptz - interval '2 hours')
          order by source_id limit ${RELEASED_AT_ONCE} for update)
        update feeds set start_at = due, due_at = greatest(due, not_before), unreported = true
        from waiting where feeds.source_id = waiting.source_id
        returning feeds.source_id`),
    );
    const last = released
      .map((row) => row.source_id)
      .sort()
      .at(-1);
    if (released.length < RELEASED_AT_ONCE || !last) break;
    after = last;
  }
  await db.transaction(async (tx) => {
    await tx.execute(sql`select 1 from hosts where ${hostsAmong(members.hosts)} order by host for update`);
    await tx.execute(sql`
      update hosts set claimable_at = ${firstDue} where owner is null and ${hostsAmong(members.hosts)}`);
  });
}

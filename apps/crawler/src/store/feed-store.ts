import { inBatches } from '@feedwarden/pacing';
import {
  type Database,
  insertRows,
  replacedBy,
  rowsParameter,
  type Transaction,
} from '@feedwarden/service-kit';
import { and, asc, eq, gt, inArray, lte, sql } from 'drizzle-orm';
import type { FeedsReader } from '../feeds/ports.js';
import type { Feed } from '../poll/feed.js';
import type { FeedReader, HostLease, PollRecord, PostponeFeed } from '../poll/ports.js';
import { feedOf } from './feed-row.js';
import { readPolls, readPollsOf } from './poll-history.js';
import { type FeedRow, feeds, fingerprints } from './schema.js';

/** How many feeds of one host are polled under one lease; the rest is still due when the host is claimed again. */
const DUE_AT_ONCE = 200;
const HOSTS_AT_ONCE = 50;

export function createFeedReader(db: Database): FeedReader & FeedsReader {
  return {
    due: inBatches(HOSTS_AT_ONCE, (leases: HostLease[]) => readDue(db, leases)),

    async find(sourceId) {
      const [row] = await db.select().from(feeds).where(eq(feeds.sourceId, sourceId));
      return row ? feedOf(row) : null;
    },

    history: (sourceId) => readPolls(db, sourceId),

    async several(sourceIds, most) {
      const rows = await db
        .select()
        .from(feeds)
        .where(inArray(feeds.sourceId, [...sourceIds]));
      const found = new Map(rows.map((row) => [row.sourceId, feedOf(row)]));
      const polls = await readPollsOf(db, [...found.keys()], most);
      return sourceIds.flatMap((id) => {
        const feed = found.get(id);
        return feed ? [{ feed, polls: polls.get(id) ?? [] }] : [];
      });
    },
  };
}

/** The due feeds of each host, in the order of the leases. */
async function readDue(db: Database, leases: HostLease[]): Promise<Feed[][]> {
  const asked = rowsParameter(leases.map(({ host }) => ({ host })));
  const due = db
    .select()
    .from(feeds)
    .where(and(sql`${feeds.host} = asked.host`, lte(feeds.dueAt, sql`now()`)))
    .orderBy(gt(feeds.consecutiveFailures, 0), asc(feeds.dueAt))
    .limit(DUE_AT_ONCE)
    .as('due');
  const rows = await db
    .select(due._.selectedFields)
    .from(sql`json_to_recordset(${asked}) as asked(host text)`)
    .crossJoinLateral(due);
  const byHost = new Map<string, Feed[]>(leases.map(({ host }) => [host, []]));
  for (const row of rows) byHost.get(row.host)?.push(feedOf(row as FeedRow));
  return leases.map(({ host }) => byHost.get(host) ?? []);
}

export interface AskedFingerprints {
  sourceId: string;
  basis: string;
}

/** The marks of the entries that a source had, if they hold on this basis. */
export function createFingerprintReader(db: Database): (asked: AskedFingerprints) => Promise<string | null> {
  return inBatches(HOSTS_AT_ONCE, async (asked: AskedFingerprints[]) => {
    const rows = await db.execute<{ source_id: string; marks: string }>(sql`
      select source_id, marks from fingerprints
      join json_to_recordset(${rowsParameter(asked)}) as asked("sourceId" uuid, "basis" text)
        on source_id = asked."sourceId" and fingerprints.basis = asked.basis`);
    const bySource = new Map(rows.map(({ source_id, marks }) => [source_id, marks]));
    return asked.map(({ sourceId }) => bySource.get(sourceId) ?? null);
  });
}

export async function rememberFingerprints(tx: Transaction, records: PollRecord[]): Promise<void> {
  const rows = records.flatMap(({ feed: { sourceId }, fingerprints: found }) =>
    found ? [{ sourceId, ...found }] : [],
  );
  if (rows.length > 0)
    await tx.execute(sql`
      ${insertRows(fingerprints, rows)}
      on conflict (source_id) do update set ${replacedBy(fingerprints, ['basis', 'marks'])}`);
}

export function createPostponeFeed(db: Database): PostponeFeed {
  return async (_lease, feed, minutes) => {
    const unchanged = and(
      eq(feeds.sourceId, feed.sourceId),
      eq(feeds.version, feed.version),
      eq(feeds.pollSeq, feed.pollSeq),
    );
    await db
      .update(feeds)
      .set({ dueAt: sql`now() + make_interval(mins => ${minutes})` })
      .where(unchanged);
  };
}

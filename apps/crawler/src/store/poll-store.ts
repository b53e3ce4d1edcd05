import { type Database, rowsParameter, type Transaction } from '@feedwarden/service-kit';
import { getTableColumns, sql } from 'drizzle-orm';
import type { PollRecord, SaveResult } from '../poll/ports.js';
import { rowOf } from './feed-row.js';
import { rememberFingerprints } from './feed-store.js';
import { insertPolls, insertRuns } from './poll-history.js';
import { insertNewPosts, rememberSkipped } from './post-store.js';
import { feeds, hosts, POLLED, sourceCommands } from './schema.js';

/** One result per record, in their order. */
export type WritePolls = (records: PollRecord[]) => Promise<SaveResult[]>;

/** Writes the results of polls: posts, new states of feeds and commands, all or nothing, only under a valid lease. */
export function createWritePolls(db: Database, crawlerId: string): WritePolls {
  return (records) =>
    db.transaction(async (tx) => {
      const leased = await withValidLease(tx, records, crawlerId);
      const unchanged = await updateFeeds(tx, leased);
      const written = leased.filter(({ feed }) => unchanged.has(feed.sourceId));
      const newPosts = await insertNewPosts(tx, written);
      await rememberSkipped(tx, written);
      await rememberFingerprints(tx, written);
      await insertPolls(tx, written, newPosts);
      await insertRuns(tx, written);
      await insertCommands(tx, written);
      const [held, stored] = [new Set(leased), new Set(written)];
      return records.map((record): SaveResult => {
        if (!held.has(record)) return { kind: 'lease_lost' };
        if (!stored.has(record)) return { kind: 'feed_changed' };
        return { kind: 'saved', newPosts: newPosts.get(record.feed.sourceId) ?? 0 };
      });
    });
}

/** Locks the hosts of these records, in order, and keeps the records whose lease is still ours. */
async function withValidLease(
  tx: Transaction,
  records: PollRecord[],
  crawlerId: string,
): Promise<PollRecord[]> {
  const claims = rowsParameter(records.map(({ lease }) => ({ host: lease.host, fence: lease.fence })));
  const rows = await tx.execute<{ host: string; fence: string }>(sql`
    select ${hosts.host} as host, ${hosts.fence} as fence from ${hosts}
    where ${hosts.owner} = ${crawlerId} and (${hosts.host}, ${hosts.fence}) in (
      select held.host, held.fence from json_to_recordset(${claims}) as held(host text, fence bigint))
    order by ${hosts.host} for share`);
  const ours = new Set(rows.map(({ host, fence }) => `${host} ${fence}`));
  return records.filter(({ lease }) => ours.has(`${lease.host} ${lease.fence}`));
}

const columns = getTableColumns(feeds);
const assignments = sql.join(
  POLLED.map((key) => sql.raw(`"${columns[key].name}" = polled."${columns[key].name}"`)),
  sql`, `,
);

/** Updates the feeds that have not changed since they were read, and returns their ids. */
async function updateFeeds(tx: Transaction, records: PollRecord[]): Promise<Set<string>> {
  if (records.length === 0) return new Set();
  const rows = records.map(({ feed, dueAt }) => {
    const row = rowOf(feed, dueAt);
    const sent: Record<string, unknown> = { source_id: row.sourceId, version: row.version };
    for (const key of POLLED) sent[columns[key].name] = row[key];
    return sent;
  });
  const updated = await tx.execute<{ source_id: string }>(sql`
    update feeds set ${assignments}, unreported = true
    from json_populate_recordset(null::feeds, ${rowsParameter(rows)}) as polled
    where feeds.source_id = polled.source_id and feeds.version = polled.version
      and feeds.poll_seq = polled.poll_seq - 1
    returning feeds.source_id`);
  return new Set(updated.map((row) => row.source_id));
}

async function insertCommands(tx: Transaction, records: PollRecord[]): Promise<void> {
  const rows = records.flatMap(({ feed, poll, commands }) =>
    commands.map((command) => ({
      sourceId: feed.sourceId,
      command,
      healthEpoch: feed.healthEpoch,
      decidedAt: poll.at,
    })),
  );
  if (rows.length > 0) await tx.insert(sourceCommands).values(rows);
}

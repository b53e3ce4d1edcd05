import type { Database, Transaction } from '@feedwarden/service-kit';
import { getTableColumns, sql } from 'drizzle-orm';
import type { PollRecord, SaveResult } from '../poll/ports.js';
import { rowOf } from './feed-row.js';
import { insertPolls } from './poll-history.js';
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
      await insertPolls(tx, written, newPosts);
      await insertCommands(tx, written);
      return records.map((record): SaveResult => {
        if (!leased.includes(record)) return { kind: 'lease_lost' };
        if (!written.includes(record)) return { kind: 'feed_changed' };
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
  const claims = JSON.stringify(records.map(({ lease }) => ({ host: lease.host, fence: lease.fence })));
  const rows = await tx.execute<{ host: string; fence: string }>(sql`
    select ${hosts.host} as host, ${hosts.fence} as fence from ${hosts}
    where ${hosts.owner} = ${crawlerId} and (${hosts.host}, ${hosts.fence}) in (
      select held.host, held.fence from jsonb_to_recordset(${claims}::text::jsonb) as held(host text, fence bigint))
    order by ${hosts.host} for share`);
  const ours = new Set(rows.map(({ host, fence }) => `${host} ${fence}`));
  return records.filter(({ lease }) => ours.has(`${lease.host} ${lease.fence}`));
}

/** Updates the feeds that have not changed since they were read, and returns their ids. */
async function updateFeeds(tx: Transaction, records: PollRecord[]): Promise<Set<string>> {
  const columns = getTableColumns(feeds);
  const rows = records.map(({ feed, dueAt }) => {
    const row = rowOf(feed, dueAt);
    const sent = (['sourceId', 'version', ...POLLED] as const).map((key) => [columns[key].name, row[key]]);
    return Object.fromEntries(sent);
  });
  const assignments = POLLED.map((key) => {
    const column = sql.identifier(columns[key].name);
    return sql`${column} = polled.${column}`;
  });
  const updated = await tx.execute<{ source_id: string }>(sql`
    update ${feeds} set ${sql.join(assignments, sql`, `)}, unreported = true
    from jsonb_populate_recordset(null::feeds, ${JSON.stringify(rows)}::text::jsonb) as polled
    where ${feeds.sourceId} = polled.source_id and ${feeds.version} = polled.version
      and ${feeds.pollSeq} = polled.poll_seq - 1
    returning ${feeds.sourceId} as source_id`);
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

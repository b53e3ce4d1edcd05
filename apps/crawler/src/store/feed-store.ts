import type { Database, Transaction } from '@feedwarden/service-kit';
import { and, asc, eq, getTableColumns, inArray, isNull, lte, type SQL, sql } from 'drizzle-orm';
import type { KnownFeed } from '../follow/ports.js';
import type { Feed } from '../poll/feed.js';
import type { FeedReader } from '../poll/ports.js';
import { feedOf, rowOf } from './feed-row.js';
import { firstDue } from './host-leases.js';
import { readPolls } from './poll-history.js';
import { type FeedRow, feeds, hosts, sourceCommands } from './schema.js';

/** How many feeds of one host are polled under one lease; the rest is still due when the host is claimed again. */
const DUE_AT_ONCE = 200;

export function createFeedReader(db: Database): FeedReader {
  return {
    async due(lease) {
      const rows = await db
        .select()
        .from(feeds)
        .where(and(eq(feeds.host, lease.host), lte(feeds.dueAt, sql`now()`)))
        .orderBy(asc(feeds.dueAt))
        .limit(DUE_AT_ONCE);
      return rows.map(feedOf);
    },

    async find(sourceId) {
      const [row] = await db.select().from(feeds).where(eq(feeds.sourceId, sourceId));
      return row ? feedOf(row) : null;
    },

    history: (sourceId) => readPolls(db, sourceId),
  };
}

/** Reads feeds, lets `rewrite` decide what they should be, and writes that, while nobody else changes them. */
export async function rewriteFeeds(
  tx: Transaction,
  which: { ids: string[]; hosts: string[] },
  rewrite: (known: Map<string, KnownFeed>) => { feed: Feed; dueAt: Date | null }[],
): Promise<void> {
  if (which.ids.length === 0) return;
  await lockHosts(tx, which.hosts);
  const rows = await tx.select().from(feeds).where(inArray(feeds.sourceId, which.ids)).for('update');
  const pending = await tx
    .selectDistinct({ sourceId: sourceCommands.sourceId })
    .from(sourceCommands)
    .where(inArray(sourceCommands.sourceId, which.ids));
  const withCommands = new Set(pending.map(({ sourceId }) => sourceId));
  const known = new Map(
    rows.map((row) => [row.sourceId, { feed: feedOf(row), commandsPending: withCommands.has(row.sourceId) }]),
  );
  const rewritten = rewrite(known).map(({ feed, dueAt }) => rowOf(feed, dueAt));
  if (rewritten.length === 0) return;
  await tx
    .insert(feeds)
    .values(rewritten)
    .onConflictDoUpdate({ target: feeds.sourceId, set: excludedColumns() });
  await tx
    .update(hosts)
    .set({ claimableAt: firstDue })
    .where(and(inArray(hosts.host, which.hosts), isNull(hosts.owner)));
}

/** In a fixed order, so that two who lock several hosts never wait for each other. */
export async function lockHosts(tx: Transaction, names: string[]): Promise<void> {
  const inOrder = [...new Set(names)].sort();
  await tx
    .insert(hosts)
    .values(inOrder.map((host) => ({ host })))
    .onConflictDoNothing();
  await tx
    .select({ host: hosts.host })
    .from(hosts)
    .where(inArray(hosts.host, inOrder))
    .orderBy(hosts.host)
    .for('update');
}

function excludedColumns(): Partial<Record<keyof FeedRow, SQL>> {
  const columns = Object.entries(getTableColumns(feeds)).filter(
    ([key]) => key !== 'sourceId' && key !== 'unreported',
  );
  return Object.fromEntries(
    columns.map(([key, column]) => [key, sql`excluded.${sql.identifier(column.name)}`]),
  );
}

import {
  type Database,
  insertRows,
  replacedBy,
  rowsParameter,
  type Transaction,
} from '@feedwarden/service-kit';
import { asc, eq, gt, inArray, sql } from 'drizzle-orm';
import { pollRuns } from '../blame/store/schema.js';
import type { FeedPlace, KnownFeed, ScheduledFeed, SourceStore, SourceTransaction } from '../follow/ports.js';
import { feedOf, rowOf } from './feed-row.js';
import { firstDue } from './host-leases.js';
import { deleteOutdatedCommands } from './outbox.js';
import { FOLLOWED, feeds, fingerprints, POLLED, polls, sourceCommands, syncState } from './schema.js';

/** Marks feeds that source-manager has not confirmed since we started over; real versions begin at 1. */
const UNCONFIRMED = 0;
const REMOVED_AT_ONCE = 500;

export function createSourceStore(db: Database): SourceStore {
  return {
    async position() {
      const [state] = await db.select().from(syncState);
      if (!state) throw new Error('the sync state has no row: the migrations did not run');
      return state;
    },

    async savePolicies(policies) {
      await db.update(syncState).set({ policies });
    },

    async saveScheduleBasis(scheduleBasis) {
      await db.update(syncState).set({ scheduleBasis });
    },

    async lacksSettings(names) {
      const all = sql`array(select jsonb_array_elements_text(${JSON.stringify(names)}::text::jsonb))`;
      const rows = await db
        .select({ id: feeds.sourceId })
        .from(feeds)
        .where(sql`not ${feeds.settings} ?& ${all}`)
        .limit(1);
      return rows.length > 0;
    },

    startOver: () =>
      db.transaction(async (tx) => {
        await tx.update(feeds).set({ version: UNCONFIRMED });
        await tx.update(syncState).set({ cursor: null });
      }),

    async removeUnconfirmed() {
      const rows = await db
        .select({ id: feeds.sourceId })
        .from(feeds)
        .where(eq(feeds.version, UNCONFIRMED))
        .limit(REMOVED_AT_ONCE);
      const ids = rows.map(({ id }) => id);
      if (ids.length > 0) await db.transaction((tx) => deleteFeeds(tx, ids));
    },

    feedsAfter: (after, limit) =>
      db
        .select({ sourceId: feeds.sourceId, host: feeds.host })
        .from(feeds)
        .where(after === null ? undefined : gt(feeds.sourceId, after))
        .orderBy(asc(feeds.sourceId))
        .limit(limit),

    transaction: (work) => db.transaction((tx) => work(sourceTransaction(tx))),
  };
}

/** Everybody locks in this order: the cursor, hosts, feeds, commands. */
function sourceTransaction(tx: Transaction): SourceTransaction {
  return {
    async lockCursor() {
      const [state] = await tx.select({ cursor: syncState.cursor }).from(syncState).for('update');
      return state?.cursor ?? null;
    },
    async saveCursor(cursor) {
      await tx.update(syncState).set({ cursor });
    },
    lockFeeds: (places) => lockFeeds(tx, places),
    writeFeeds: (scheduled) => writeFeeds(tx, scheduled),
    deleteFeeds: (sourceIds) => deleteFeeds(tx, sourceIds),
    async deleteCommand(id) {
      await tx.delete(sourceCommands).where(eq(sourceCommands.id, id));
    },
    deleteOutdatedCommands: (sourceIds) => deleteOutdatedCommands(tx, sourceIds),
  };
}

async function lockFeeds(tx: Transaction, places: FeedPlace[]): Promise<Map<string, KnownFeed>> {
  if (places.length === 0) return new Map();
  await lockHosts(tx, [...new Set(places.map(({ host }) => host))].sort());
  const ids = rowsParameter(places.map(({ sourceId }) => ({ id: sourceId })));
  const among = sql`(select id from json_to_recordset(${ids}) as asked(id uuid))`;
  const rows = await tx.select().from(feeds).where(sql`${feeds.sourceId} in ${among}`).for('update');
  const pending = await tx
    .selectDistinct({ sourceId: sourceCommands.sourceId })
    .from(sourceCommands)
    .where(sql`${sourceCommands.sourceId} in ${among}`);
  const withCommands = new Set(pending.map(({ sourceId }) => sourceId));
  return new Map(
    rows.map((row) => [row.sourceId, { feed: feedOf(row), commandsPending: withCommands.has(row.sourceId) }]),
  );
}

/** In a fixed order, so that two transactions that lock several hosts never wait for each other. */
async function lockHosts(tx: Transaction, inOrder: string[]): Promise<void> {
  const asked = sql`json_to_recordset(${rowsParameter(inOrder.map((host) => ({ host })))}) as asked(host text)`;
  await tx.execute(sql`insert into hosts (host) select host from ${asked} on conflict do nothing`);
  await tx.execute(sql`
    select 1 from hosts where host in (select host from ${asked}) order by host for update`);
}

async function writeFeeds(tx: Transaction, scheduled: ScheduledFeed[]): Promise<void> {
  if (scheduled.length === 0) return;
  const rows = scheduled.map(({ feed, dueAt }) => ({ ...rowOf(feed, dueAt), unreported: true }));
  await tx.execute(sql`
    ${insertRows(feeds, rows)}
    on conflict (source_id) do update set ${replacedBy(feeds, [...FOLLOWED, ...POLLED, 'unreported'])}`);
  const touched = rowsParameter([...new Set(rows.map(({ host }) => host))].map((host) => ({ host })));
  await tx.execute(sql`
    update hosts set claimable_at = ${firstDue}
    where owner is null and host in (select host from json_to_recordset(${touched}) as touched(host text))`);
}

async function deleteFeeds(tx: Transaction, ids: string[]): Promise<void> {
  if (ids.length === 0) return;
  await tx.delete(feeds).where(inArray(feeds.sourceId, ids));
  await tx.delete(sourceCommands).where(inArray(sourceCommands.sourceId, ids));
  await tx.delete(polls).where(inArray(polls.sourceId, ids));
  await tx.delete(fingerprints).where(inArray(fingerprints.sourceId, ids));
  await tx.delete(pollRuns).where(inArray(pollRuns.sourceId, ids));
}

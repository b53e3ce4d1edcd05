import type { Database, Transaction } from '@feedwarden/service-kit';
import { sql } from 'drizzle-orm';
import type { PollRecord } from '../poll/ports.js';
import { contentClock, knownEntries, posts } from './content-schema.js';

/** Bounded by the number of parameters that one statement can have. */
const ROWS_AT_ONCE = 1000;

/** Inserts the entries that are new by guid and by content, and counts them by source. */
export async function insertNewPosts(tx: Transaction, records: PollRecord[]): Promise<Map<string, number>> {
  const counts = new Map<string, number>();
  const entries = records.flatMap(({ feed, entries: found }) =>
    found.map((entry) => ({ ...entry, sourceId: feed.sourceId })),
  );
  if (entries.length === 0) return counts;
  // The clean-up takes the clock too: what it removes is removed before we look, or after we are done.
  const batchSeq = await tickContentClock(tx);
  const rows = await withoutKnown(tx, entries);
  for (let from = 0; from < rows.length; from += ROWS_AT_ONCE) {
    const inserted = await tx
      .insert(posts)
      .values(rows.slice(from, from + ROWS_AT_ONCE).map((row) => ({ ...row, batchSeq })))
      .onConflictDoNothing()
      .returning({ sourceId: posts.sourceId });
    for (const { sourceId } of inserted) counts.set(sourceId, (counts.get(sourceId) ?? 0) + 1);
  }
  return counts;
}

/**
 * Numbers this transaction among those that store posts or articles. The row stays locked until the transaction ends, so
 * numbers become visible in their order, and a reader that goes on from its cursor misses nothing. Take it last.
 */
export async function tickContentClock(tx: Transaction): Promise<number> {
  const [row] = await tx
    .update(contentClock)
    .set({ seq: sql`${contentClock.seq} + 1` })
    .returning({ seq: contentClock.seq });
  if (!row) throw new Error('the content clock has no row: the migrations did not run');
  return row.seq;
}

/** What an entry is recognised by. */
export interface EntryKey {
  sourceId: string;
  guid: string;
  contentHash: string;
}

/** Remembers the entries that a first poll skipped, so that the second one does not store them. */
export async function rememberSkipped(tx: Transaction, records: PollRecord[]): Promise<void> {
  const rows = records.flatMap(({ feed, skipped = [] }) =>
    skipped.map(({ guid, contentHash }) => ({ sourceId: feed.sourceId, guid, contentHash })),
  );
  for (let from = 0; from < rows.length; from += ROWS_AT_ONCE)
    await tx
      .insert(knownEntries)
      .values(rows.slice(from, from + ROWS_AT_ONCE))
      .onConflictDoNothing();
}

/**
 * Leaves out entries that are known without a post, and notes that they still exist: an entry may be forgotten only when
 * no feed has it any more.
 */
export async function withoutKnown<Row extends EntryKey>(tx: Transaction, rows: Row[]): Promise<Row[]> {
  const keys = JSON.stringify(
    rows.map(({ sourceId, guid, contentHash }, place) => ({ place, sourceId, guid, contentHash })),
  );
  const known = await tx.execute<{ place: number; old: boolean; source_id: string; guid: string }>(sql`
    select entry.place, known.source_id, known.guid, known.seen_at < now() - interval '1 day' as old
    from jsonb_to_recordset(${keys}::text::jsonb)
      as entry(place integer, "sourceId" uuid, guid text, "contentHash" text)
    join known_entries known on known.source_id = entry."sourceId"
      and (known.guid = entry.guid or known.content_hash = entry."contentHash")`);
  const stale = known.filter(({ old }) => old);
  if (stale.length > 0)
    await tx.execute(sql`
      update known_entries set seen_at = now()
      from jsonb_to_recordset(${JSON.stringify(stale)}::text::jsonb) as seen(source_id uuid, guid text)
      where known_entries.source_id = seen.source_id and known_entries.guid = seen.guid`);
  const places = new Set(known.map(({ place }) => place));
  return rows.filter((_row, place) => !places.has(place));
}

/** The guids that are not known for the source; notes that those known without a post still exist. */
export async function unknownGuids(db: Database, sourceId: string, guids: string[]): Promise<string[]> {
  if (guids.length === 0) return [];
  const known = await db.execute<{ guid: string }>(sql`
    select guid from jsonb_array_elements_text(${JSON.stringify(guids)}::text::jsonb) as asked(guid)
    where exists (select 1 from posts where posts.source_id = ${sourceId} and posts.guid = asked.guid)
       or exists (select 1 from known_entries k where k.source_id = ${sourceId} and k.guid = asked.guid)`);
  await db.execute(sql`
    update known_entries set seen_at = now()
    where source_id = ${sourceId} and seen_at < now() - interval '1 day'
      and guid in (select jsonb_array_elements_text(${JSON.stringify(guids)}::text::jsonb))`);
  const set = new Set(known.map(({ guid }) => guid));
  return guids.filter((guid) => !set.has(guid));
}

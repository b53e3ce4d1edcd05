import {
  type Database,
  insertRows,
  jsonParameter,
  rowsParameter,
  type Transaction,
} from '@feedwarden/service-kit';
import { sql } from 'drizzle-orm';
import type { PolledEntry } from '../poll/outcome.js';
import type { PollRecord } from '../poll/ports.js';
import { contentClock, knownEntries } from './content-schema.js';

/** Of one statement, so that neither we nor PostgreSQL hold much more than these rows at once. */
const ROWS_AT_ONCE = 1000;
const CHARS_AT_ONCE = 1_000_000;

interface NewEntry extends EntryKey {
  entry: PolledEntry;
}

/** Inserts the entries that are new by guid and by content, and counts them by source. */
export async function insertNewPosts(tx: Transaction, records: PollRecord[]): Promise<Map<string, number>> {
  const counts = new Map<string, number>();
  const entries = records.flatMap(({ feed: { sourceId }, entries: found }) =>
    found.map((entry): NewEntry => ({ sourceId, guid: entry.guid, contentHash: entry.contentHash, entry })),
  );
  const rows = await withoutKnown(tx, entries);
  if (rows.length === 0) return counts;
  const batchSeq = await tickContentClock(tx);
  for (const json of inParts(rows, batchSeq)) {
    const inserted = await tx.execute<{ source_id: string; posts: number }>(sql`
      with inserted as (
        insert into posts (source_id, guid, url, title, body, content_html, author, published_at, content_hash, details, batch_seq)
        select "sourceId", guid, url, title, body, "contentHtml", author, "publishedAt", "contentHash", details, "batchSeq"
        from json_to_recordset(${jsonParameter(json)}) as entry(
          "sourceId" uuid, guid text, url text, title text, body text, "contentHtml" text, author text,
          "publishedAt" timestamptz, "contentHash" text, details jsonb, "batchSeq" bigint)
        on conflict do nothing returning source_id)
      select source_id, count(*)::int as posts from inserted group by source_id`);
    for (const row of inserted) counts.set(row.source_id, (counts.get(row.source_id) ?? 0) + row.posts);
  }
  return counts;
}

/** The rows as JSON arrays, made one after another as they are sent. */
function* inParts(rows: NewEntry[], batchSeq: number): Generator<string> {
  let part: string[] = [];
  let chars = 0;
  for (const row of rows) {
    const text = rowText(row, batchSeq);
    part.push(text);
    chars += text.length;
    if (part.length < ROWS_AT_ONCE && chars < CHARS_AT_ONCE) continue;
    yield `[${part.join()}]`;
    [part, chars] = [[], 0];
  }
  if (part.length > 0) yield `[${part.join()}]`;
}

/** Its JSON with two fields more, at the end: of two with the same name, PostgreSQL takes the last. */
function rowText({ sourceId, entry }: NewEntry, batchSeq: number): string {
  const json = 'json' in entry ? entry.json : JSON.stringify(entry);
  return `${json.slice(0, -1)},"sourceId":"${sourceId}","batchSeq":${batchSeq}}`;
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
    await tx.execute(sql`
      ${insertRows(knownEntries, rows.slice(from, from + ROWS_AT_ONCE))} on conflict do nothing`);
}

/**
 * Leaves out entries that are stored, or known without a post, and notes that the latter still exist: an entry may be
 * forgotten only when no feed has it any more. One statement sees an entry in one of the two places even while it is
 * being cleaned up.
 */
export async function withoutKnown<Row extends EntryKey>(tx: Transaction, rows: Row[]): Promise<Row[]> {
  if (rows.length === 0) return [];
  const keys = rowsParameter(
    rows.map(({ sourceId, guid, contentHash }, place) => ({ place, sourceId, guid, contentHash })),
  );
  const known = await tx.execute<{ place: number; source_id: string; guid: string | null; old: boolean }>(sql`
    with entry as materialized (
      select * from json_to_recordset(${keys}) as entry(place integer, "sourceId" uuid, guid text, "contentHash" text))
    select place, "sourceId" as source_id, null as guid, false as old from entry
    where exists (select 1 from posts where posts.source_id = entry."sourceId" and posts.guid = entry.guid)
       or exists (select 1 from posts
                  where posts.source_id = entry."sourceId" and posts.content_hash = entry."contentHash")
    union all
    select entry.place, remembered.source_id, remembered.guid, remembered.seen_at < now() - interval '1 day'
    from entry join known_entries remembered on remembered.source_id = entry."sourceId"
      and (remembered.guid = entry.guid or remembered.content_hash = entry."contentHash")`);
  const stale = known.filter(({ old }) => old);
  if (stale.length > 0)
    await tx.execute(sql`
      update known_entries set seen_at = now()
      from json_to_recordset(${rowsParameter(stale)}) as seen(source_id uuid, guid text)
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

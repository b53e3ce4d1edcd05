import type { Database, Transaction } from '@feedwarden/service-kit';
import { sql } from 'drizzle-orm';

/** An entry as far as it takes to know it again. */
export interface EntryKey {
  sourceId: string;
  guid: string;
  contentHash: string;
}

/**
 * Leaves out entries that were cleaned up, and notes that they are still about: the memory of an entry may end only
 * when no feed has it any more.
 */
export async function withoutCleanedUp<Row extends EntryKey>(tx: Transaction, rows: Row[]): Promise<Row[]> {
  const keys = JSON.stringify(
    rows.map(({ sourceId, guid, contentHash }, place) => ({ place, sourceId, guid, contentHash })),
  );
  const cleaned = await tx.execute<{ place: number; old: boolean; source_id: string; guid: string }>(sql`
    select entry.place, cleaned.source_id, cleaned.guid, cleaned.seen_at < now() - interval '1 day' as old
    from jsonb_to_recordset(${keys}::text::jsonb)
      as entry(place integer, "sourceId" uuid, guid text, "contentHash" text)
    join cleaned_entries cleaned on cleaned.source_id = entry."sourceId"
      and (cleaned.guid = entry.guid or cleaned.content_hash = entry."contentHash")`);
  const stale = cleaned.filter(({ old }) => old);
  if (stale.length > 0)
    await tx.execute(sql`
      update cleaned_entries set seen_at = now()
      from jsonb_to_recordset(${JSON.stringify(stale)}::text::jsonb) as seen(source_id uuid, guid text)
      where cleaned_entries.source_id = seen.source_id and cleaned_entries.guid = seen.guid`);
  const places = new Set(cleaned.map(({ place }) => place));
  return rows.filter((_row, place) => !places.has(place));
}

/** Those of the guids that are neither stored for the source nor were cleaned up; the latter are still about. */
export async function unknownGuids(db: Database, sourceId: string, guids: string[]): Promise<string[]> {
  if (guids.length === 0) return [];
  const known = await db.execute<{ guid: string }>(sql`
    select guid from jsonb_array_elements_text(${JSON.stringify(guids)}::text::jsonb) as asked(guid)
    where exists (select 1 from posts where posts.source_id = ${sourceId} and posts.guid = asked.guid)
       or exists (select 1 from cleaned_entries c where c.source_id = ${sourceId} and c.guid = asked.guid)`);
  await db.execute(sql`
    update cleaned_entries set seen_at = now()
    where source_id = ${sourceId} and seen_at < now() - interval '1 day'
      and guid in (select jsonb_array_elements_text(${JSON.stringify(guids)}::text::jsonb))`);
  const set = new Set(known.map(({ guid }) => guid));
  return guids.filter((guid) => !set.has(guid));
}

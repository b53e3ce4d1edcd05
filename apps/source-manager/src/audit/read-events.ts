import type { Page, SourceEvent, SourceEventQuery } from '@feedwarden/contracts';
import { type Database, decodeCursor, encodeCursor } from '@feedwarden/service-kit';
import { and, desc, eq, lt } from 'drizzle-orm';
import { z } from 'zod';
import { sourceEvents, sources } from '../sources/schema.js';

const lastSeenId = z.int().min(0);

export type ReadEvents = (sourceId: string, query: SourceEventQuery) => Promise<Page<SourceEvent> | null>;

/** What was done to a source, newest first; also after it is gone. Null: nobody has ever heard of it. */
export function createReadEvents(db: Database): ReadEvents {
  return async (sourceId, { cursor, limit }) => {
    const before = cursor === undefined ? undefined : lt(sourceEvents.id, decodeCursor(lastSeenId, cursor));
    const rows = await db
      .select()
      .from(sourceEvents)
      .where(and(eq(sourceEvents.sourceId, sourceId), before))
      .orderBy(desc(sourceEvents.id))
      .limit(limit + 1);
    if (rows.length === 0 && !(await isKnown(db, sourceId))) return null;
    const page = rows.slice(0, limit);
    const last = rows.length > limit ? page.at(-1) : undefined;
    return {
      items: page.map((row) => ({ ...row, id: String(row.id), at: row.at.toISOString() })),
      nextCursor: last ? encodeCursor(last.id) : null,
    };
  };
}

async function isKnown(db: Database, id: string): Promise<boolean> {
  const source = db.select({ id: sources.id }).from(sources).where(eq(sources.id, id));
  const event = db
    .select({ id: sourceEvents.sourceId })
    .from(sourceEvents)
    .where(eq(sourceEvents.sourceId, id))
    .limit(1);
  return (await source.unionAll(event).limit(1)).length > 0;
}

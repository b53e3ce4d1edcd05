import { eventOperations, type Page, type SourceEvent, type SourceEventQuery } from '@feedwarden/contracts';
import { type Database, decodeCursor, encodeCursor, type Route, routesOf } from '@feedwarden/service-kit';
import { and, desc, eq, lt } from 'drizzle-orm';
import { z } from 'zod';
import { sources } from '../sources/schema.js';
import { found } from '../sources/source-requests.js';
import { sourceEvents } from './schema.js';

export function eventRoutes(db: Database): Route[] {
  return routesOf(eventOperations, {
    listSourceEvents: async ({ params, query }) => found(await readEvents(db, params.id, query)),
  });
}

const lastSeenId = z.int().min(0);

/** The events of a source, newest first, also of a deleted one. Null: there was never such a source. */
async function readEvents(
  db: Database,
  sourceId: string,
  { cursor, limit }: SourceEventQuery,
): Promise<Page<SourceEvent> | null> {
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

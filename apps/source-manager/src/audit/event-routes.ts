import {
  type EventQuery,
  eventOperations,
  type NamedEvent,
  type Page,
  type SourceEvent,
  type SourceEventQuery,
} from '@feedwarden/contracts';
import { type Database, decodeCursor, encodeCursor, type Route, routesOf } from '@feedwarden/service-kit';
import { and, asc, desc, eq, gt, lt, type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import { sources } from '../sources/schema.js';
import { found } from '../sources/source-requests.js';
import { sourceEvents } from './schema.js';

export function eventRoutes(db: Database): Route[] {
  return routesOf(eventOperations, {
    listEvents: ({ query }) => readAllEvents(db, query),
    listSourceEvents: async ({ params, query }) => found(await readEvents(db, params.id, query)),
  });
}

type EventRow = typeof sourceEvents.$inferSelect;

const lastSeenId = z.int().min(0);

const isBefore = (cursor: string | undefined): SQL | undefined =>
  cursor === undefined ? undefined : lt(sourceEvents.id, decodeCursor(lastSeenId, cursor));

const eventView = (row: EventRow): SourceEvent => ({ ...row, id: String(row.id), at: row.at.toISOString() });

/** Rows that were read with one more than the limit, which shows whether there is another page. */
function pageOf<Item extends { id: string }>(items: Item[], limit: number): Page<Item> {
  const page = items.slice(0, limit);
  const last = items.length > limit ? page.at(-1) : undefined;
  return { items: page, nextCursor: last ? encodeCursor(Number(last.id)) : null };
}

/** The events of a source, newest first, also of a deleted one. Null: there was never such a source. */
async function readEvents(
  db: Database,
  sourceId: string,
  { cursor, limit }: SourceEventQuery,
): Promise<Page<SourceEvent> | null> {
  const rows = await db
    .select()
    .from(sourceEvents)
    .where(and(eq(sourceEvents.sourceId, sourceId), isBefore(cursor)))
    .orderBy(desc(sourceEvents.id))
    .limit(limit + 1);
  if (rows.length === 0 && !(await isKnown(db, sourceId))) return null;
  return pageOf(rows.map(eventView), limit);
}

const namedEvent = ({ event, name }: { event: EventRow; name: string | null }): NamedEvent => ({
  ...eventView(event),
  sourceName: name ?? nameIn(event.evidence),
});

/** The events of all sources, newest first. */
async function readAllEvents(db: Database, query: EventQuery): Promise<Page<NamedEvent>> {
  const rows = await selectEvents(db, query);
  return pageOf(rows.map(namedEvent), query.limit);
}

export function selectEvents(db: Database, query: EventQuery) {
  const { actor, action, source_id, group_id, since, until, cursor, limit } = query;
  return db
    .select({ event: sourceEvents, name: sources.name })
    .from(sourceEvents)
    .leftJoin(sources, eq(sources.id, sourceEvents.sourceId))
    .where(
      and(
        actor === undefined ? undefined : eq(sourceEvents.actor, actor),
        action === undefined ? undefined : eq(sourceEvents.action, action),
        source_id === undefined ? undefined : eq(sourceEvents.sourceId, source_id),
        group_id === undefined ? undefined : eq(sourceEvents.groupId, group_id),
        since === undefined ? undefined : notEarlier(since),
        until === undefined ? undefined : notLater(until),
        isBefore(cursor),
      ),
    )
    .orderBy(desc(sourceEvents.id))
    .limit(limit + 1);
}

/** The events of all sources after one, the oldest first. Numbers become visible in their order: see change-clock. */
export async function readEventsAfter(db: Database, id: number, most: number): Promise<NamedEvent[]> {
  const rows = await db
    .select({ event: sourceEvents, name: sources.name })
    .from(sourceEvents)
    .leftJoin(sources, eq(sources.id, sourceEvents.sourceId))
    .where(gt(sourceEvents.id, id))
    .orderBy(asc(sourceEvents.id))
    .limit(most);
  return rows.map(namedEvent);
}

/** Events are in the order of their times, so the id of the first one bounds what has to be read. */
const notEarlier = (
  since: string,
) => sql`${sourceEvents.at} >= ${since}::timestamptz and ${sourceEvents.id} >= coalesce(
  (select id from source_events where at >= ${since}::timestamptz order by at, id limit 1), 0)`;

const notLater = (
  until: string,
) => sql`${sourceEvents.at} <= ${until}::timestamptz and ${sourceEvents.id} <= coalesce(
  (select id from source_events where at <= ${until}::timestamptz order by at desc, id desc limit 1), 0)`;

/** What a source was called that is deleted: nothing else remembers it. */
function nameIn(evidence: EventRow['evidence']): string | null {
  return typeof evidence?.name === 'string' ? evidence.name : null;
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

import type { FailurePolicySet, Page, Source, SourceQuery, SourceSort } from '@feedwarden/contracts';
import { type Database, decodeCursor, encodeCursor } from '@feedwarden/service-kit';
import { and, asc, desc, type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import { sources } from './schema.js';
import { sourceView } from './source-view.js';
import { feedIsActive, hasStatus } from './status-filter.js';

/** Each order has an index; `present` is its condition, and leaves out the sources without a value. */
const ORDERS = {
  createdAt: { column: sources.createdAt, type: sql`timestamptz`, present: undefined },
  failingSince: {
    column: sources.failingSince,
    type: sql`timestamptz`,
    present: sql`${sources.failingSince} is not null`,
  },
  consecutiveFailures: {
    column: sources.consecutiveFailures,
    type: sql`integer`,
    present: sql`${sources.consecutiveFailures} > 0`,
  },
  lastPolledAt: {
    column: sources.lastPolledAt,
    type: sql`timestamptz`,
    present: sql`${sources.lastPolledAt} is not null`,
  },
} satisfies Record<SourceSort, unknown>;

/** A page ends at a value of its order, and at an id among those who share it. */
const position = (sort: SourceQuery['sort']) =>
  z.tuple([
    z.literal(sort),
    sortKey(sort) === 'consecutiveFailures' ? z.int32() : z.iso.datetime(),
    z.uuid(),
  ]);

export type ListSources = (query: SourceQuery) => Promise<Page<Source>>;

export function createListSources(db: Database, policies: FailurePolicySet): ListSources {
  return async (query) => {
    const key = sortKey(query.sort);
    const { column, present } = ORDERS[key];
    const order = isReversed(query.sort) ? desc : asc;
    const rows = await db
      // The database's time, because its filters use it: a status shown is the status asked for.
      .select({ row: sources, now: sql<Date>`now()`.mapWith(sources.createdAt) })
      .from(sources)
      .where(and(present, ...filters(query, policies), afterCursor(query)))
      .orderBy(order(column), order(sources.id))
      .limit(query.limit + 1);
    const items = rows.slice(0, query.limit).map(({ row, now }) => sourceView(row, policies, now));
    const last = rows.length > query.limit ? items.at(-1) : undefined;
    return { items, nextCursor: last ? encodeCursor([query.sort, last[key], last.id]) : null };
  };
}

function filters({ enabled, status, feed_active }: SourceQuery, policies: FailurePolicySet) {
  const conditions: (SQL | undefined)[] = [];
  if (enabled !== undefined) conditions.push(enabled ? sql`${sources.enabled}` : sql`not ${sources.enabled}`);
  if (status !== undefined) conditions.push(hasStatus(policies, status));
  if (feed_active !== undefined) conditions.push(feedIsActive(policies, feed_active));
  return conditions;
}

function afterCursor({ sort, cursor }: SourceQuery): SQL | undefined {
  if (cursor === undefined) return undefined;
  const [, value, id] = decodeCursor(position(sort), cursor);
  const { column, type } = ORDERS[sortKey(sort)];
  const beyond = isReversed(sort) ? sql`<` : sql`>`;
  return sql`(${column}, ${sources.id}) ${beyond} (${value}::${type}, ${id}::uuid)`;
}

const isReversed = (sort: SourceQuery['sort']) => sort.startsWith('-');
const sortKey = (sort: SourceQuery['sort']) => sort.replace(/^-/, '') as SourceSort;

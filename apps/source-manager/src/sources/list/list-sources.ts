import {
  type FailurePolicySet,
  type Page,
  type Source,
  type SourceQuery,
  sourceStatusSchema,
  timestampSchema,
} from '@feedwarden/contracts';
import { type Database, decodeCursor, encodeCursor, type Transaction } from '@feedwarden/service-kit';
import { and, type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import { sources } from '../schema.js';
import { sourceView } from '../source-view.js';
import { hasStatus, matchesFilter } from './source-filter.js';
import {
  behind,
  type IndexedSort,
  inOrder,
  isReversed,
  type PageEnd,
  sortKey,
  sourceOrders,
} from './source-orders.js';

export type ListSources = (query: SourceQuery) => Promise<Page<Source>>;

export function createListSources(db: Database, policies: FailurePolicySet): ListSources {
  return (query) => {
    const sort = sortKey(query.sort);
    return sort === 'status' ? listByStatus(db, policies, query) : listInOrder(db, policies, query, sort);
  };
}

async function listInOrder(
  db: Database,
  policies: FailurePolicySet,
  query: SourceQuery,
  sort: IndexedSort,
): Promise<Page<Source>> {
  const { value } = sourceOrders(policies)[sort];
  const [, ...end] = query.cursor
    ? decodeCursor(z.tuple([z.literal(query.sort), value, z.uuid()]), query.cursor)
    : [];
  const rows = await selectSources(db, policies, {
    ...query,
    by: sort,
    end: end[1] ? [end[0], end[1]] : null,
  });
  const items = rows.slice(0, query.limit).map(({ row, now }) => sourceView(row, policies, now));
  const last = rows.length > query.limit ? items.at(-1) : undefined;
  return { items, nextCursor: last ? encodeCursor([query.sort, last[sort], last.id]) : null };
}

/** One status after the other, each in the order of creation, so that every part has an index. */
async function listByStatus(
  db: Database,
  policies: FailurePolicySet,
  query: SourceQuery,
): Promise<Page<Source>> {
  const position = z.tuple([z.literal(query.sort), sourceStatusSchema, timestampSchema, z.uuid()]);
  const [, first, createdAt, id] = query.cursor ? decodeCursor(position, query.cursor) : [];
  const order = isReversed(query.sort) ? sourceStatusSchema.options.toReversed() : sourceStatusSchema.options;
  const from = first ? order.indexOf(first) : 0;
  const items = await db.transaction(
    async (tx) => {
      const found: Source[] = [];
      for (const status of order.slice(from)) {
        if (found.length > query.limit) break;
        const rows = await selectSources(tx, policies, {
          ...query,
          by: 'createdAt',
          only: hasStatus(policies, status),
          end: status === first && id ? [createdAt, id] : null,
          limit: query.limit - found.length,
        });
        found.push(...rows.map(({ row, now }) => sourceView(row, policies, now)));
      }
      return found;
    },
    // One snapshot, and one time: a status that changes in between is not listed twice.
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  );
  const page = items.slice(0, query.limit);
  const last = items.length > query.limit ? page.at(-1) : undefined;
  return {
    items: page,
    nextCursor: last ? encodeCursor([query.sort, last.status, last.createdAt, last.id]) : null,
  };
}

interface Selection extends SourceQuery {
  by: IndexedSort;
  end: PageEnd | null;
  only?: SQL;
}

/** One more than the limit, which shows whether there is another page. */
export function selectSources(db: Database | Transaction, policies: FailurePolicySet, selection: Selection) {
  const { by, end, only, sort, limit } = selection;
  const order = sourceOrders(policies)[by];
  return (
    db
      // The clock of the database, because the filters use it: the status shown is the status asked for.
      .select({ row: sources, now: sql<Date>`now()`.mapWith(sources.createdAt) })
      .from(sources)
      .where(
        and(
          order.present,
          only,
          matchesFilter(selection, policies),
          end ? behind(order, sort, end) : undefined,
        ),
      )
      .orderBy(...inOrder(order, sort))
      .limit(limit + 1)
  );
}

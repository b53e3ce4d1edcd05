import {
  type FailurePolicySet,
  MOST_COUNTED,
  type Page,
  type Source,
  type SourcePage,
  type SourceQuery,
} from '@feedwarden/contracts';
import { type Database, decodeCursor, encodeCursor, type Transaction } from '@feedwarden/service-kit';
import { and, type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import { onlyRow } from '../../stored-values.js';
import { changeClock } from '../follow/schema.js';
import { sources } from '../schema.js';
import { sourceView } from '../source-view.js';
import { type ListPart, listParts } from './list-parts.js';
import { matchesFilter } from './source-filter.js';
import {
  behind,
  type IndexedSort,
  inOrder,
  isReversed,
  type PageEnd,
  type SourceOrder,
  sortKey,
  sourceOrders,
} from './source-orders.js';

export type ListSources = (query: SourceQuery) => Promise<SourcePage>;

export function createListSources(db: Database, policies: FailurePolicySet): ListSources {
  return async (query) => {
    const sort = sortKey(query.sort);
    const page = await (sort === 'status' || sort === 'trouble'
      ? listInParts(db, policies, query, listParts(policies)[sort])
      : listInOrder(db, policies, query, sort));
    return query.count ? { ...page, total: await countSources(db, policies, query) } : page;
  };
}

async function listInOrder(
  db: Database,
  policies: FailurePolicySet,
  query: SourceQuery,
  sort: IndexedSort,
): Promise<Page<Source>> {
  const order = sourceOrders(policies)[sort];
  const [, ...end] = query.cursor
    ? decodeCursor(z.tuple([z.literal(query.sort), order.value, z.uuid()]), query.cursor)
    : [];
  const rows = await selectSources(db, policies, {
    ...query,
    order,
    end: end[1] ? [end[0], end[1]] : null,
  });
  const items = rows.slice(0, query.limit).map(({ row, now }) => sourceView(row, policies, now));
  const last = rows.length > query.limit ? items.at(-1) : undefined;
  return { items, nextCursor: last ? encodeCursor([query.sort, last[sort], last.id]) : null };
}

/** One part after the other, so that every part has an index. */
async function listInParts(
  db: Database,
  policies: FailurePolicySet,
  query: SourceQuery,
  parts: ListPart[],
): Promise<Page<Source>> {
  const inTurn = isReversed(query.sort) ? parts.toReversed() : parts;
  const names = z.enum(parts.map(({ name }) => name));
  const position = z.tuple([z.literal(query.sort), names, z.iso.datetime(), z.uuid()]);
  const [, first, value, id] = query.cursor ? decodeCursor(position, query.cursor) : [];
  const from = inTurn.findIndex(({ name }) => first === undefined || name === first);
  const found = await db.transaction(
    async (tx) => {
      const items: { part: ListPart; source: Source }[] = [];
      for (const part of inTurn.slice(from)) {
        if (items.length > query.limit) break;
        const rows = await selectSources(tx, policies, {
          ...query,
          order: part.order,
          only: part.only,
          end: part.name === first && id ? [value, id] : null,
          limit: query.limit - items.length,
        });
        items.push(...rows.map(({ row, now }) => ({ part, source: sourceView(row, policies, now) })));
      }
      return items;
    },
    // One snapshot, and one time: a status that changes in between is not listed twice.
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  );
  const page = found.slice(0, query.limit);
  const last = found.length > query.limit ? page.at(-1) : undefined;
  return {
    items: page.map(({ source }) => source),
    nextCursor: last
      ? encodeCursor([query.sort, last.part.name, last.part.valueOf(last.source), last.source.id])
      : null,
  };
}

interface Selection extends SourceQuery {
  order: SourceOrder;
  end: PageEnd | null;
  only?: SQL;
}

/** One more than the limit, which shows whether there is another page. */
export function selectSources(db: Database | Transaction, policies: FailurePolicySet, selection: Selection) {
  const { order, end, only, sort, limit } = selection;
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

/** Of all pages. It stops counting where nobody would scroll to; the number of all sources is known. */
async function countSources(db: Database, policies: FailurePolicySet, query: SourceQuery): Promise<number> {
  const filter = and(presentIn(policies, query), matchesFilter(query, policies));
  if (!filter) return onlyRow(await db.select({ total: changeClock.total }).from(changeClock)).total;
  const some = db.select({ one: sql`1` }).from(sources).where(filter).limit(MOST_COUNTED);
  const [row] = await db.execute<{ total: number }>(
    sql`select count(*)::int as total from (${some}) counted`,
  );
  return row?.total ?? 0;
}

/** A sort leaves out the sources without its value. */
function presentIn(policies: FailurePolicySet, query: SourceQuery): SQL | undefined {
  const sort = sortKey(query.sort);
  return sort === 'status' || sort === 'trouble' ? undefined : sourceOrders(policies)[sort].present;
}

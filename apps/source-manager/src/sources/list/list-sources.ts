import {
  type FailurePolicySet,
  type Page,
  type Source,
  type SourceQuery,
  type SourceSort,
  timestampSchema,
} from '@feedwarden/contracts';
import { type Database, decodeCursor, encodeCursor } from '@feedwarden/service-kit';
import { and, asc, desc, type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import { sources } from '../schema.js';
import { sourceView } from '../source-view.js';
import { matchesFilter } from './source-filter.js';

/** Each order has an index. `present` is the condition of the index: it leaves out sources without a value. */
const ORDERS = {
  createdAt: { by: sources.createdAt, value: timestampSchema, of: asTime, present: undefined },
  updatedAt: { by: sources.updatedAt, value: timestampSchema, of: asTime, present: undefined },
  name: {
    by: sql`lower(${sources.name})`,
    value: z.string().regex(/^[^\p{Cc}\p{Cs}]*$/u),
    of: asName,
    present: undefined,
  },
  failingSince: {
    by: sources.failingSince,
    value: timestampSchema,
    of: asTime,
    present: sql`${sources.failingSince} is not null`,
  },
  consecutiveFailures: {
    by: sources.consecutiveFailures,
    value: z.int32(),
    of: asCount,
    present: sql`${sources.consecutiveFailures} > 0`,
  },
  lastPolledAt: {
    by: sources.lastPolledAt,
    value: timestampSchema,
    of: asTime,
    present: sql`${sources.lastPolledAt} is not null`,
  },
} satisfies Record<SourceSort, unknown>;

export type ListSources = (query: SourceQuery) => Promise<Page<Source>>;

export function createListSources(db: Database, policies: FailurePolicySet): ListSources {
  return async (query) => {
    const key = sortKey(query.sort);
    const { by, present } = ORDERS[key];
    const order = isReversed(query.sort) ? desc : asc;
    const rows = await db
      // The clock of the database, because the filters use it: the status shown is the status asked for.
      .select({ row: sources, now: sql<Date>`now()`.mapWith(sources.createdAt) })
      .from(sources)
      .where(and(present, matchesFilter(query, policies), afterCursor(query)))
      .orderBy(order(by), order(sources.id))
      .limit(query.limit + 1);
    const items = rows.slice(0, query.limit).map(({ row, now }) => sourceView(row, policies, now));
    const last = rows.length > query.limit ? items.at(-1) : undefined;
    return { items, nextCursor: last ? encodeCursor([query.sort, last[key], last.id]) : null };
  };
}

/** A page ends at a value of its order, and at an id among the sources with that value. */
function afterCursor({ sort, cursor }: SourceQuery): SQL | undefined {
  if (cursor === undefined) return undefined;
  const { by, value, of } = ORDERS[sortKey(sort)];
  const [, end, id] = decodeCursor(z.tuple([z.literal(sort), value, z.uuid()]), cursor);
  const beyond = isReversed(sort) ? sql`<` : sql`>`;
  return sql`(${by}, ${sources.id}) ${beyond} (${of(end)}, ${id}::uuid)`;
}

function asTime(value: unknown): SQL {
  return sql`${value}::timestamptz`;
}

function asCount(value: unknown): SQL {
  return sql`${value}::integer`;
}

function asName(value: unknown): SQL {
  return sql`lower(${value}::text)`;
}

const isReversed = (sort: SourceQuery['sort']) => sort.startsWith('-');
const sortKey = (sort: SourceQuery['sort']) => sort.replace(/^-/, '') as SourceSort;

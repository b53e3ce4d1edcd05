import type { FailurePolicySet } from '@feedwarden/contracts';
import { MANUAL_REASON, type SourceQuery, type SourceSort, timestampSchema } from '@feedwarden/contracts';
import { type AnyColumn, asc, desc, type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import { sources } from '../schema.js';
import { cooldownEnd } from './source-filter.js';

export interface SourceOrder {
  by: AnyColumn | SQL;
  /** Of the values in a cursor. */
  value: z.ZodType;
  asSql: (value: unknown) => SQL;
  /** The condition of the index: sources without a value are left out. */
  present: SQL | undefined;
}

const time = (by: AnyColumn): SourceOrder => ({
  by,
  value: timestampSchema,
  asSql: asTime,
  present: sql`${by} is not null`,
});

/** Every order but those that are read part after part: see list-parts. */
export type IndexedSort = Exclude<SourceSort, 'status' | 'trouble'>;

/** Each order has an index; that of feedRetryAt only finds the disabled feeds, which are then sorted. */
export function sourceOrders(policies: FailurePolicySet): Record<IndexedSort, SourceOrder> {
  return {
    createdAt: { ...time(sources.createdAt), present: undefined },
    updatedAt: { ...time(sources.updatedAt), present: undefined },
    name: {
      by: sql`lower(${sources.name})`,
      value: z.string().regex(/^[^\p{Cc}\p{Cs}]*$/u),
      asSql: (value) => sql`lower(${value}::text)`,
      present: undefined,
    },
    failingSince: time(sources.failingSince),
    consecutiveFailures: {
      by: sources.consecutiveFailures,
      value: z.int32(),
      asSql: (value) => sql`${value}::integer`,
      present: sql`${sources.consecutiveFailures} > 0`,
    },
    lastPolledAt: time(sources.lastPolledAt),
    lastSuccessAt: time(sources.lastSuccessAt),
    nextPollAt: time(sources.nextPollAt),
    feedRetryAt: {
      by: cooldownEnd(policies),
      value: timestampSchema,
      asSql: asTime,
      present: sql`${sources.feedDisabledAt} is not null and ${sources.feedDisableReason} <> ${MANUAL_REASON}`,
    },
    feedDisabledAt: time(sources.feedDisabledAt),
    quarantinedAt: time(sources.quarantinedAt),
  };
}

export function asTime(value: unknown): SQL {
  return sql`${value}::timestamptz`;
}

type Sort = SourceQuery['sort'];
export const isReversed = (sort: Sort): boolean => sort.startsWith('-');
export const sortKey = (sort: Sort) => sort.replace(/^-/, '') as SourceSort;

export function inOrder({ by }: SourceOrder, sort: Sort): SQL[] {
  const direction = isReversed(sort) ? desc : asc;
  return [direction(by), direction(sources.id)];
}

/** A page ends at a value of its order, and at an id among the sources with that value. */
export function behind({ by, asSql }: SourceOrder, sort: Sort, [value, id]: PageEnd): SQL {
  const beyond = isReversed(sort) ? sql`<` : sql`>`;
  return sql`(${by}, ${sources.id}) ${beyond} (${asSql(value)}, ${id}::uuid)`;
}

export type PageEnd = readonly [value: unknown, id: string];

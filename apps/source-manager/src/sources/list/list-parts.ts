import {
  type FailurePolicySet,
  type Source,
  sourceStatusSchema,
  timestampSchema,
} from '@feedwarden/contracts';
import { type SQL, sql } from 'drizzle-orm';
import { sources, TROUBLE_SINCE } from '../schema.js';
import { hasStatus, NEEDS_YOU } from './source-filter.js';
import { asTime, type SourceOrder, sourceOrders } from './source-orders.js';

/** Some of the sources of a list, in an order of their own. All parts together are all sources, each once. */
export interface ListPart {
  name: string;
  only: SQL;
  order: SourceOrder;
  /** What a source is ordered by in it. */
  valueOf(source: Source): string | null;
}

/** The lists that no index has the order of. */
export function listParts(policies: FailurePolicySet): Record<'status' | 'trouble', ListPart[]> {
  const { createdAt, failingSince } = sourceOrders(policies);
  const troubleSince = { ...createdAt, by: TROUBLE_SINCE, value: timestampSchema, asSql: asTime };
  const created = { order: createdAt, valueOf: (source: Source) => source.createdAt };
  return {
    status: sourceStatusSchema.options.map((status) => ({
      ...created,
      name: status,
      only: hasStatus(policies, status),
    })),
    trouble: [
      {
        name: 'needs you',
        only: NEEDS_YOU,
        order: troubleSince,
        valueOf: (source) => source.failingSince ?? source.createdAt,
      },
      {
        name: 'failing',
        only: sql`not ${NEEDS_YOU} and ${sources.failingSince} is not null`,
        order: failingSince,
        valueOf: (source) => source.failingSince,
      },
      { ...created, name: 'others', only: sql`not ${NEEDS_YOU} and ${sources.failingSince} is null` },
    ],
  };
}

import type { FailurePolicySet, SourceFilter, SourceType } from '@feedwarden/contracts';
import { and, inArray, or, type SQL, sql } from 'drizzle-orm';
import { SEARCHABLE, sources } from '../schema.js';
import { feedIsActive, hasStatus } from './status-filter.js';

/** The sources for which everything holds that is given; undefined: all. */
export function matchesFilter(filter: SourceFilter, policies: FailurePolicySet): SQL | undefined {
  const { enabled, status, feed_active, type, host, q } = filter;
  return and(
    enabled === undefined ? undefined : enabled ? sql`${sources.enabled}` : sql`not ${sources.enabled}`,
    status && or(...status.map((one) => hasStatus(policies, one))),
    feed_active === undefined ? undefined : feedIsActive(policies, feed_active),
    type && isOfType(type),
    host && inArray(sources.feedHost, host),
    q === undefined ? undefined : sql`${SEARCHABLE} ilike ${`%${literally(q)}%`}`,
  );
}

/** Literals, not parameters, for the same reason as in status-filter: the index leaves the usual type out. */
function isOfType(types: SourceType[]): SQL {
  return sql`${sources.type} in (${sql.raw(types.map((type) => `'${type}'`).join(', '))})`;
}

/** What stands for something else in a pattern stands for itself. */
function literally(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&');
}

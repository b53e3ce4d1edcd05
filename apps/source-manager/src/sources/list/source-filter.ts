import type { FailurePolicySet, SourceFilter, SourceStatus, SourceType } from '@feedwarden/contracts';
import { cooldownSeconds } from '@feedwarden/feed-health';
import { and, inArray, or, type SQL, sql } from 'drizzle-orm';
import { hasIdAmong, SEARCHABLE, sources } from '../schema.js';

/** The sources that match every given filter; undefined: all. */
export function matchesFilter(filter: SourceFilter, policies: FailurePolicySet): SQL | undefined {
  const { enabled, status, feed_active, type, host, error_type, failure_type, q, ids } = filter;
  const { needs_you, polled } = filter;
  return and(
    enabled === undefined ? undefined : enabled ? sql`${sources.enabled}` : sql`not ${sources.enabled}`,
    status && or(...status.map((one) => hasStatus(policies, one))),
    feed_active === undefined ? undefined : feedIsActive(policies, feed_active),
    type && isOfType(type),
    host && inArray(sources.feedHost, host),
    error_type && inArray(sources.lastErrorType, error_type),
    // Both or neither are set; the condition of the index of error types.
    failure_type &&
      sql`${sources.lastFailureType} = ${failure_type} and ${sources.lastErrorType} is not null`,
    needs_you === undefined ? undefined : needs_you ? NEEDS_YOU : sql`not ${NEEDS_YOU}`,
    polled === undefined
      ? undefined
      : polled
        ? sql`${sources.lastPolledAt} is not null`
        : sql`${sources.lastPolledAt} is null`,
    ids && hasIdAmong(ids),
    q === undefined ? undefined : sql`${SEARCHABLE} ilike ${`%${escapeLikePattern(q)}%`}`,
  );
}

export const NEEDS_YOU = sql`(${sources.needsYou} is not null)`;

const ACTIVE: SourceStatus[] = ['healthy', 'failing', 'probing'];
const INACTIVE: SourceStatus[] = ['cooling_down', 'quarantined', 'disabled', 'no_feed'];

/** `feed_active` in SQL: there is a feed to poll, nobody disabled it, and no cooldown is running. */
export function feedIsActive(policies: FailurePolicySet, active = true): SQL | undefined {
  return or(...(active ? ACTIVE : INACTIVE).map((status) => hasStatus(policies, status)));
}

/** `status` in SQL: the stored standing, and whether a cooldown is over. */
export function hasStatus(policies: FailurePolicySet, status: SourceStatus): SQL {
  switch (status) {
    case 'cooling_down':
      return sql`(${isStanding('feed_disabled')} and ${cooldownEnd(policies)} > now())`;
    case 'probing':
      return sql`(${isStanding('feed_disabled')} and ${cooldownEnd(policies)} <= now())`;
    default:
      return isStanding(status);
  }
}

/** A literal, not a parameter: the plan for a parameter cannot use the partial index, which leaves the healthy out. */
function isStanding(standing: Exclude<SourceStatus, 'cooling_down' | 'probing'> | 'feed_disabled'): SQL {
  return sql`${sources.standing} = ${sql.raw(`'${standing}'`)}`;
}

/** Made from the policy data by the same function that everything else uses. */
export function cooldownEnd(policies: FailurePolicySet): SQL {
  const cases = Object.keys(policies.typed.rules).map(
    (reason) => sql`when ${reason} then ${cooldownSeconds(policies, reason)}::double precision`,
  );
  return sql`${sources.feedDisabledAt} + make_interval(secs => case ${sources.feedDisableReason}
    ${sql.join(cases, sql` `)} else ${policies.unknownReasonCooldownSeconds}::double precision end)`;
}

/** Literals, as in `isStanding`: the partial index leaves the most common type out. */
function isOfType(types: SourceType[]): SQL {
  return sql`${sources.type} in (${sql.raw(types.map((type) => `'${type}'`).join(', '))})`;
}

function escapeLikePattern(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&');
}

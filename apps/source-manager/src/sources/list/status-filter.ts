import type { FailurePolicySet, SourceStatus } from '@feedwarden/contracts';
import { cooldownSeconds } from '@feedwarden/feed-health';
import { or, type SQL, sql } from 'drizzle-orm';
import { sources } from '../schema.js';

const ACTIVE: SourceStatus[] = ['healthy', 'failing', 'probing'];
const INACTIVE: SourceStatus[] = ['cooling_down', 'quarantined', 'disabled', 'no_feed'];

/** `status` in SQL: what the database keeps (standing), and whether a cooldown is over. */
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

/** `feed_active` in SQL: there is something to poll, nobody switched it off, and no cooldown is running. */
export function feedIsActive(policies: FailurePolicySet, active = true): SQL | undefined {
  return or(...(active ? ACTIVE : INACTIVE).map((status) => hasStatus(policies, status)));
}

/** A literal, not a parameter: a plan for any value could not use the index, which leaves the healthy out. */
function isStanding(standing: Exclude<SourceStatus, 'cooling_down' | 'probing'> | 'feed_disabled'): SQL {
  return sql`${sources.standing} = ${sql.raw(`'${standing}'`)}`;
}

/** The cooldowns come out of the policy data through the same function that everybody else asks. */
function cooldownEnd(policies: FailurePolicySet): SQL {
  const cases = Object.keys(policies.typed.rules).map(
    (reason) => sql`when ${reason} then ${cooldownSeconds(policies, reason)}::double precision`,
  );
  return sql`${sources.feedDisabledAt} + make_interval(secs => case ${sources.feedDisableReason}
    ${sql.join(cases, sql` `)} else ${policies.unknownReasonCooldownSeconds}::double precision end)`;
}

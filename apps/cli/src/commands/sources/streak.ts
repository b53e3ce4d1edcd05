import {
  FAILURE_POLICIES,
  type FailurePolicies,
  type FeedState,
  type PolicyName,
  type Source,
} from '@feedwarden/contracts';

/** How near a source is to being taken out of polling. */
export interface Streak {
  policy: PolicyName;
  /** Which failures in a row the policy counts. */
  of: string;
  count: number;
  /** null: these failures never lead to anything. */
  limit: number | null;
}

type Counted = Pick<FeedState, 'consecutiveFailures' | 'typeStreak' | 'permanentStreak' | 'lastErrorType'>;

/** null: it is not failing. */
export function streakOf(
  { failurePolicy, maxFailures }: Pick<Source, 'failurePolicy' | 'maxFailures'>,
  { consecutiveFailures, typeStreak, permanentStreak, lastErrorType }: Counted,
  policies: FailurePolicies,
): Streak | null {
  if (consecutiveFailures === 0 || lastErrorType === null) return null;
  const policy = failurePolicy ?? policies.default;
  switch (policy) {
    case 'typed': {
      const limit = policies.typed.rules[lastErrorType].disableAfter;
      return { policy, of: `${lastErrorType} failures`, count: typeStreak, limit };
    }
    case 'permanent': {
      const limit = maxFailures ?? policies.permanent.maxFailures;
      return { policy, of: 'permanent failures', count: permanentStreak, limit };
    }
    case 'quarantine': {
      const limit = maxFailures ?? policies.quarantine.maxFailures;
      return { policy, of: 'failures', count: consecutiveFailures, limit };
    }
  }
}

/** `2 of 3 not_found failures in a row; at 3 the policy disables the feed`. */
export function streakText({ policy, of, count, limit }: Streak): string {
  if (limit === null) return `${count} ${of} in a row; they never disable a feed`;
  if (count >= limit)
    return `${count} ${count === 1 ? of.replace(/s$/, '') : of} in a row; the limit is ${limit}`;
  const consequence = FAILURE_POLICIES[policy].does.replaceAll('`', '');
  return `${count} of ${limit} ${of} in a row; at ${limit} the policy ${consequence}`;
}

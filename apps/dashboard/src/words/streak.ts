import type { FailurePolicies, FeedState, Source } from '@feedwarden/contracts';
import { ERRORS } from './statuses.js';
import { spanInWords } from './times.js';

/** How far a source is from the limit of its policy. */
export interface Streak {
  have: number;
  /** null: failures of this type never disable. */
  of: number | null;
  counts: string;
  /** What happens at the limit. */
  atLimit: string;
  resets: string;
}

export type CountedSource = Pick<
  Source,
  'consecutiveFailures' | 'lastErrorType' | 'failurePolicy' | 'maxFailures'
>;

/** The crawler knows the counts of the policy; without it, the failures in a row are the best there is. */
export function streakOf(
  source: CountedSource,
  policies: FailurePolicies,
  feed: Pick<FeedState, 'typeStreak' | 'permanentStreak'> | null,
): Streak | null {
  const { consecutiveFailures, lastErrorType } = source;
  if (consecutiveFailures === 0 || lastErrorType === null) return null;
  const policy = source.failurePolicy ?? policies.default;
  if (policy === 'typed') {
    const { disableAfter, cooldownSeconds } = policies.typed.rules[lastErrorType];
    const word = ERRORS[lastErrorType].word.toLowerCase();
    return {
      have: feed?.typeStreak ?? consecutiveFailures,
      of: disableAfter,
      counts: `failures in a row of the type ${word}`,
      atLimit: disableAfter
        ? `At ${disableAfter} the feed is taken out of polling for ${spanInWords(cooldownSeconds * 1000)}.`
        : 'This type never takes a feed out of polling.',
      resets: 'Any success, or a failure of another type, starts the count anew.',
    };
  }
  const limit = source.maxFailures ?? policies[policy].maxFailures;
  if (policy === 'permanent')
    return {
      have: feed?.permanentStreak ?? consecutiveFailures,
      of: limit,
      counts: 'permanent failures in a row',
      atLimit: `At ${limit} the source is disabled until a person enables it.`,
      resets: 'Any success, or a passing failure, starts the count anew.',
    };
  return {
    have: consecutiveFailures,
    of: limit,
    counts: 'failures in a row',
    atLimit: `At ${limit} the source is quarantined until a person releases it.`,
    resets: 'Any success starts the count anew.',
  };
}

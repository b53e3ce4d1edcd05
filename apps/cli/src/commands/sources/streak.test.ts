import { DEFAULT_FAILURE_POLICIES } from '@feedwarden/contracts';
import { describe, expect, it } from '@jest/globals';
import { streakOf, streakText } from './streak.js';

const policies = { ...DEFAULT_FAILURE_POLICIES, quarantine: { maxFailures: 6 }, version: '1' };
const feed = {
  consecutiveFailures: 4,
  typeStreak: 2,
  permanentStreak: 3,
  lastErrorType: 'not_found',
} as const;

describe('streakText', () => {
  it.each([
    [null, null, '2 of 3 not_found failures in a row; at 3 the policy disables the feed'],
    ['permanent', null, '3 of 5 permanent failures in a row; at 5 the policy sets enabled to false'],
    ['permanent', 9, '3 of 9 permanent failures in a row; at 9 the policy sets enabled to false'],
    ['quarantine', null, '4 of 6 failures in a row; at 6 the policy quarantines the source'],
  ] as const)('counts as the policy %s with the limit %s does', (failurePolicy, maxFailures, text) => {
    const streak = streakOf({ failurePolicy, maxFailures }, feed, policies);
    expect(streak && streakText(streak)).toContain(text);
  });

  it('names the limit that is reached', () => {
    const streak = streakOf({ failurePolicy: 'permanent', maxFailures: 3 }, feed, policies);
    expect(streak && streakText(streak)).toBe('3 permanent failures in a row; the limit is 3');
  });

  it('has no limit for failures that never disable a feed', () => {
    const throttled = { ...feed, lastErrorType: 'rate_limited' } as const;
    const streak = streakOf({ failurePolicy: null, maxFailures: null }, throttled, policies);
    expect(streak && streakText(streak)).toBe('2 rate_limited failures in a row; they never disable a feed');
  });

  it('is missing for a source that does not fail', () => {
    const healthy = { consecutiveFailures: 0, typeStreak: 0, permanentStreak: 0, lastErrorType: null };
    expect(streakOf({ failurePolicy: null, maxFailures: null }, healthy, policies)).toBeNull();
  });
});

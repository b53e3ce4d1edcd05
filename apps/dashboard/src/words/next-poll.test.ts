import { describe, expect, it } from '@jest/globals';
import { backoffSum, explainNextPoll } from './next-poll.js';
import { streakOf } from './streak.js';
import { at, NOW, policies, sampleSource } from './testing/sample-source.js';

describe('backoffSum', () => {
  it.each([
    [30, 0, 24, '30 min × 2⁰ = 30 min'],
    [30, 3, 24, '30 min × 2³ = 4 h'],
    [30, 12, 24, '30 min × 2¹², at most 24 h'],
    [2880, 1, 24, '2 d × 2¹, at most 2 d'],
  ])('of %d min after %d failures, at most %d h, is %j', (interval, failures, cap, sum) => {
    expect(backoffSum(interval, failures, cap)).toBe(sum);
  });
});

describe('explainNextPoll', () => {
  it('shows the arithmetic of a cooldown, and what would be without it', () => {
    const source = sampleSource({
      consecutiveFailures: 3,
      pollIntervalMinutes: 30,
      feedDisabledAt: at(-17.5),
      feedRetryAt: at(30.5),
      nextPollAt: at(30.5),
      nextPollReason: 'cooldown',
    });
    expect(explainNextPoll(source, null, policies, null, NOW)).toEqual([
      { label: 'When', text: 'tomorrow at 23:10, in 31 hours' },
      { label: 'Because', text: 'the cooldown ends then', sum: 'Tue 17, 23:10 + 2 d' },
      { label: 'Without it', text: 'backoff:', sum: '30 min × 2³ = 4 h' },
    ]);
  });

  it('takes the word of the crawler where there is one', () => {
    const feed = { nextPollAt: null, nextPollReason: 'quarantined' } as const;
    expect(explainNextPoll(sampleSource({}), feed, policies, 30, NOW)).toEqual([
      { label: 'When', text: 'not before something changes' },
      { label: 'Because', text: 'the source is quarantined' },
    ]);
  });
});

describe('streakOf', () => {
  const failing = { consecutiveFailures: 4, lastErrorType: 'not_found' } as const;

  it('is none without failures', () => {
    expect(streakOf(sampleSource({}), policies, null)).toBeNull();
  });

  it.each([
    [{ ...failing }, { typeStreak: 2, permanentStreak: 4 }, 2, 3],
    [{ ...failing }, null, 4, 3],
    [{ ...failing, lastErrorType: 'rate_limited' as const }, null, 4, null],
    [{ ...failing, failurePolicy: 'permanent' as const }, { typeStreak: 2, permanentStreak: 3 }, 3, 5],
    [{ ...failing, failurePolicy: 'quarantine' as const, maxFailures: 9 }, null, 4, 9],
  ])('of %j with the counts %j is %j of %j', (given, feed, have, of) => {
    expect(streakOf(sampleSource(given), policies, feed)).toMatchObject({ have, of });
  });
});

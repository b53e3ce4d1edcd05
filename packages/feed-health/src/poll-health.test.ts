import { type ErrorType, errorTypeSchema } from '@feedwarden/contracts';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { afterFailure, afterReset, afterSuccess, INITIAL_HEALTH, type PollHealth } from './poll-health.js';
import { samplePollError } from './testing/sample-poll-error.js';

const START = Date.parse('2026-03-01T12:00:00Z');
const minute = (n: number) => new Date(START + n * 60_000);

type Poll = ErrorType | 'success';

/** The health after these polls, one a minute. */
function healthAfter(polls: readonly Poll[], from: PollHealth = INITIAL_HEALTH): PollHealth {
  return polls.reduce(
    (health, poll, index) =>
      poll === 'success'
        ? afterSuccess(minute(index))
        : afterFailure(health, samplePollError(poll), minute(index)),
    from,
  );
}

describe('the health of a source', () => {
  it('has one failure, since now, after the first poll of a new source failed', () => {
    expect(healthAfter(['not_found'])).toEqual({
      consecutiveFailures: 1,
      typeStreak: 1,
      permanentStreak: 1,
      lastFailureType: 'permanent',
      lastErrorType: 'not_found',
      lastError: 'HTTP 404',
      failingSince: minute(0),
      lastPolledAt: minute(0),
      lastSuccessAt: null,
    });
  });

  it('counts a fourth failure and keeps its error', () => {
    expect(healthAfter(['success', 'network', 'network', 'rate_limited', 'upstream_failure'])).toEqual({
      consecutiveFailures: 4,
      typeStreak: 1,
      permanentStreak: 0,
      lastFailureType: 'transient',
      lastErrorType: 'upstream_failure',
      lastError: 'HTTP 500',
      failingSince: minute(1),
      lastPolledAt: minute(4),
      lastSuccessAt: minute(0),
    });
  });

  it.each<{ given: string; polls: Poll[]; typeStreak: number; permanentStreak: number }>([
    {
      given: 'three permanent failures, one transient and two permanent',
      polls: ['not_found', 'not_found', 'not_found', 'network', 'not_found', 'not_found'],
      typeStreak: 2,
      permanentStreak: 2,
    },
    {
      given: 'permanent failures of different types',
      polls: ['not_found', 'gone', 'forbidden', 'forbidden'],
      typeStreak: 2,
      permanentStreak: 4,
    },
    {
      given: 'a transient failure last',
      polls: ['gone', 'gone', 'network'],
      typeStreak: 1,
      permanentStreak: 0,
    },
    {
      given: 'a success in between',
      polls: ['not_found', 'not_found', 'success', 'not_found'],
      typeStreak: 1,
      permanentStreak: 1,
    },
    {
      given: 'nine 429 and one 404',
      polls: [...Array<Poll>(9).fill('rate_limited'), 'not_found'],
      typeStreak: 1,
      permanentStreak: 1,
    },
  ])(
    'has streaks of $typeStreak and $permanentStreak after $given',
    ({ polls, typeStreak, permanentStreak }) => {
      expect(healthAfter(polls)).toMatchObject({ typeStreak, permanentStreak });
    },
  );

  it('forgets all failures after a success', () => {
    expect(healthAfter(['gone', 'gone', 'success'])).toEqual({
      ...INITIAL_HEALTH,
      lastPolledAt: minute(2),
      lastSuccessAt: minute(2),
    });
  });

  it('forgets failures but not times when a person resets it', () => {
    expect(afterReset(healthAfter(['success', 'gone', 'gone']))).toEqual({
      ...INITIAL_HEALTH,
      lastPolledAt: minute(2),
      lastSuccessAt: minute(0),
    });
  });

  it('is not changed in place', () => {
    const before = healthAfter(['gone']);
    const copy = structuredClone(before);
    afterFailure(before, samplePollError('network'), minute(9));
    expect(before).toEqual(copy);
  });
});

describe('the health of a source after any history', () => {
  const aPoll = fc.constantFrom<Poll>(...errorTypeSchema.options, 'success');
  const histories = fc.array(aPoll, { maxLength: 40 });

  it('is as if nothing had failed, once a poll succeeds', () => {
    fc.assert(
      fc.property(histories, (history) => {
        const at = minute(history.length);
        const health = healthAfter([...history, 'success']);
        expect(health).toEqual({ ...INITIAL_HEALTH, lastPolledAt: at, lastSuccessAt: at });
      }),
    );
  });

  it('counts the trailing runs', () => {
    const trailingRun = (polls: readonly Poll[], belongs: (poll: Poll) => boolean) =>
      polls.length - 1 - polls.findLastIndex((poll) => !belongs(poll));
    const isPermanent = (poll: Poll) =>
      poll !== 'success' && samplePollError(poll).failureType === 'permanent';

    fc.assert(
      fc.property(histories, (history) => {
        const last = history.at(-1);
        expect(healthAfter(history)).toMatchObject({
          consecutiveFailures: trailingRun(history, (poll) => poll !== 'success'),
          typeStreak: trailingRun(history, (poll) => poll !== 'success' && poll === last),
          permanentStreak: trailingRun(history, isPermanent),
        });
      }),
    );
  });

  it('fails since the first of the trailing failures', () => {
    fc.assert(
      fc.property(histories, fc.constantFrom(...errorTypeSchema.options), (history, failure) => {
        const polls = [...history, failure];
        expect(healthAfter(polls).failingSince).toEqual(minute(polls.lastIndexOf('success') + 1));
      }),
    );
  });
});

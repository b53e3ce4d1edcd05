import { DEFAULT_FAILURE_POLICIES, type ErrorType, errorTypeSchema } from '@feedwarden/contracts';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import {
  decideAfterFailure,
  decideAfterSuccess,
  type FeedSwitch,
  type FollowedPolicy,
  type SourceSwitches,
  type SwitchVerdict,
} from './decide-switch.js';
import { afterFailure, INITIAL_HEALTH } from './poll-health.js';
import { samplePollError } from './testing/sample-poll-error.js';

const AT = new Date('2026-03-01T12:00:00Z');
const ENABLE: SwitchVerdict[] = [{ kind: 'enable_feed' }];
const LEAVE: SwitchVerdict[] = [];
const switches = (changes: Partial<SourceSwitches> = {}): SourceSwitches => ({
  enabled: true,
  feedSwitch: null,
  quarantinedAt: null,
  ...changes,
});
const TYPED: FollowedPolicy = { name: null, maxFailures: null };
const disabledFor = (reason: string): FeedSwitch => ({ disabledAt: AT, reason });

/** The verdict after the last of these failures. */
function verdictAfter(
  failures: ErrorType[],
  feedSwitch: FeedSwitch = null,
  policies = DEFAULT_FAILURE_POLICIES,
) {
  const errors = failures.map(samplePollError);
  const health = errors.reduce((before, error) => afterFailure(before, error, AT), INITIAL_HEALTH);
  const last = errors.at(-1) ?? samplePollError('unexpected');
  return decideAfterFailure(policies, TYPED, switches({ feedSwitch }), health, last);
}

const times = (count: number, type: ErrorType) => Array<ErrorType>(count).fill(type);

describe('decideAfterFailure under typed', () => {
  it.each([
    ['gone', 1],
    ['not_found', 3],
    ['forbidden', 5],
    ['parse_error', 5],
    ['upstream_failure', 10],
    ['network', 10],
  ] as const)('disables the feed when a streak of %s reaches %i, and not before', (type, threshold) => {
    const disable = [{ kind: 'disable_feed', reason: type }];
    // gone disables at once: one failure less is none of this type at all.
    const oneLess = threshold === 1 ? (['network'] as ErrorType[]) : times(threshold - 1, type);
    expect(verdictAfter(oneLess)).toEqual(LEAVE);
    expect(verdictAfter(times(threshold, type))).toEqual(disable);
    expect(verdictAfter(times(threshold + 1, type))).toEqual(disable);
  });

  it.each(['rate_limited', 'unexpected'] as const)(
    'never disables the feed for %s, not even after a hundred in a row',
    (type) => {
      expect(verdictAfter(times(100, type))).toEqual(LEAVE);
    },
  );

  it.each<{ given: string; failures: ErrorType[] }>([
    { given: 'nine 429', failures: [...times(9, 'rate_limited'), 'not_found'] },
    { given: 'two 404 and a 503', failures: ['not_found', 'not_found', 'upstream_failure', 'not_found'] },
    {
      given: 'failures of all kinds',
      failures: [...times(4, 'forbidden'), ...times(4, 'parse_error'), 'not_found'],
    },
  ])('does not disable the feed for one 404 after $given', ({ failures }) => {
    expect(verdictAfter(failures)).toEqual(LEAVE);
  });

  it('never disables the feed for an error that needs a person, even if a policy says so', () => {
    const rules = {
      ...DEFAULT_FAILURE_POLICIES.typed.rules,
      unexpected: { disableAfter: 1, cooldownSeconds: 60 },
    };
    const policies = { ...DEFAULT_FAILURE_POLICIES, typed: { rules } };
    const verdict = decideAfterFailure(
      policies,
      TYPED,
      switches(),
      afterFailure(INITIAL_HEALTH, samplePollError('unexpected'), AT),
      samplePollError('unexpected'),
    );
    expect(verdict).toEqual(LEAVE);
  });
});

describe('decideAfterFailure after any history', () => {
  const type = fc.constantFrom(...errorTypeSchema.options);
  it('is decided only by the streak of one type at the end', () => {
    fc.assert(
      fc.property(fc.array(type), type, fc.integer({ min: 1, max: 12 }), (history, last, length) => {
        const before = history.slice(0, history.findLastIndex((earlier) => earlier !== last) + 1);
        expect(verdictAfter([...before, ...times(length, last)])).toEqual(verdictAfter(times(length, last)));
      }),
    );
  });
});

describe('decideAfterFailure of a disabled feed', () => {
  it.each([
    { failure: 'rate_limited', reason: 'not_found', why: 'a type that never disables' },
    { failure: 'unexpected', reason: 'not_found', why: 'a type that needs a person' },
    { failure: 'network', reason: 'not_found', why: 'the first of another type' },
    { failure: 'forbidden', reason: 'moved_house', why: 'a reason that no rule knows' },
    { failure: 'gone', reason: 'gone', why: 'the same again' },
  ] as const)(
    'renews the cooldown for $reason when the probe fails with $failure, $why',
    ({ failure, reason }) => {
      expect(verdictAfter([failure], disabledFor(reason))).toEqual([{ kind: 'renew_cooldown', reason }]);
    },
  );

  it('changes the reason from not_found to gone when the probe gets a 410', () => {
    expect(verdictAfter(['not_found', 'not_found', 'not_found', 'gone'], disabledFor('not_found'))).toEqual([
      { kind: 'renew_cooldown', reason: 'gone' },
    ]);
  });

  it.each([...errorTypeSchema.options])(
    'leaves a feed that a person disabled as it is, given any number of %s',
    (type) => {
      expect(verdictAfter(times(50, type), disabledFor('manual'))).toEqual(LEAVE);
    },
  );
});

describe('decideAfterSuccess', () => {
  it.each([
    { given: 'a feed that is on', feedSwitch: null, expected: LEAVE },
    { given: 'a feed disabled for gone', feedSwitch: disabledFor('gone'), expected: ENABLE },
    {
      given: 'a feed disabled for a reason no rule knows',
      feedSwitch: disabledFor('moved_house'),
      expected: ENABLE,
    },
    { given: 'a feed that a person disabled', feedSwitch: disabledFor('manual'), expected: LEAVE },
  ])('enables a feed unless a person disabled it, given $given', ({ feedSwitch, expected }) => {
    expect(decideAfterSuccess(switches({ feedSwitch }))).toEqual(expected);
  });
});

describe('decideAfterFailure under permanent and quarantine', () => {
  const after = (failures: ErrorType[], followed: FollowedPolicy, changes: Partial<SourceSwitches> = {}) => {
    const errors = failures.map(samplePollError);
    const health = errors.reduce((before, error) => afterFailure(before, error, AT), INITIAL_HEALTH);
    const last = errors.at(-1) ?? samplePollError('unexpected');
    return decideAfterFailure(DEFAULT_FAILURE_POLICIES, followed, switches(changes), health, last);
  };
  const permanent: FollowedPolicy = { name: 'permanent', maxFailures: null };
  const quarantine: FollowedPolicy = { name: 'quarantine', maxFailures: null };

  it('disables the source at the fifth 404 and not before, with the reason in words', () => {
    expect(after(times(4, 'not_found'), permanent)).toEqual(LEAVE);
    expect(after(times(5, 'not_found'), permanent)).toEqual([
      { kind: 'disable_source', reason: 'Auto-disabled after 5 consecutive 404 errors' },
    ]);
  });

  it('names a single error in the singular', () => {
    expect(after(times(1, 'gone'), { ...permanent, maxFailures: 1 })).toEqual([
      { kind: 'disable_source', reason: 'Auto-disabled after 1 consecutive 410 error' },
    ]);
  });

  it('leaves the source enabled after ten transient failures', () => {
    expect(after(times(10, 'upstream_failure'), permanent)).toEqual(LEAVE);
  });

  it('counts permanent failures anew after a transient one', () => {
    const mixed: ErrorType[] = [...times(3, 'not_found'), 'upstream_failure', ...times(4, 'not_found')];
    expect(after(mixed, permanent)).toEqual(LEAVE);
    expect(after([...mixed, 'gone'], permanent)).toEqual([
      {
        kind: 'disable_source',
        reason: 'Auto-disabled after 5 consecutive permanent errors, the last one 410',
      },
    ]);
  });

  it('respects the limit of a source', () => {
    expect(after(times(3, 'gone'), { ...permanent, maxFailures: 3 })).toMatchObject([
      { kind: 'disable_source' },
    ]);
  });

  it('decides nothing about a source that is disabled already', () => {
    expect(after(times(9, 'gone'), permanent, { enabled: false })).toEqual(LEAVE);
  });

  it('quarantines the source at the fifth failure of any type and not before', () => {
    const mixed: ErrorType[] = ['gone', 'network', 'rate_limited', 'unexpected', 'network'];
    expect(after(mixed.slice(0, 4), quarantine)).toEqual(LEAVE);
    expect(after(mixed, quarantine)).toMatchObject([{ kind: 'quarantine' }]);
    expect(after([...mixed, 'gone'], quarantine, { quarantinedAt: AT })).toEqual(LEAVE);
  });

  it.each([permanent, quarantine])('renews the cooldown of a feed under $name', (followed) => {
    expect(after(['rate_limited'], followed, { feedSwitch: disabledFor('gone') })).toEqual([
      { kind: 'renew_cooldown', reason: 'gone' },
    ]);
  });

  it('releases a quarantined source after a success, and leaves a disabled one disabled', () => {
    expect(decideAfterSuccess(switches({ quarantinedAt: AT }))).toEqual([{ kind: 'release' }]);
    expect(decideAfterSuccess(switches({ enabled: false }))).toEqual([]);
  });
});

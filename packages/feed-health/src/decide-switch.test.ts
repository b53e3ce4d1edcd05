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

describe('the verdict after a failure', () => {
  it.each([
    ['gone', 1],
    ['not_found', 3],
    ['forbidden', 5],
    ['parse_error', 5],
    ['upstream_failure', 10],
    ['network', 10],
  ] as const)(
    'Given %s failures, when the streak reaches %i, then and not before it disables',
    (type, threshold) => {
      const disable = [{ kind: 'disable_feed', reason: type }];
      // gone disables at once: one failure less is none of this type at all.
      const oneLess = threshold === 1 ? (['network'] as ErrorType[]) : times(threshold - 1, type);
      expect(verdictAfter(oneLess)).toEqual(LEAVE);
      expect(verdictAfter(times(threshold, type))).toEqual(disable);
      expect(verdictAfter(times(threshold + 1, type))).toEqual(disable);
    },
  );

  it.each(['rate_limited', 'unexpected'] as const)(
    'Given %s, when it comes a hundred times, then nothing is disabled',
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
  ])('Given $given, when one 404 follows, then nothing is disabled', ({ failures }) => {
    expect(verdictAfter(failures)).toEqual(LEAVE);
  });

  it('Given a policy that would disable for unexpected, when an ERROR comes, then it does not', () => {
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

describe('what came before the streak', () => {
  const type = fc.constantFrom(...errorTypeSchema.options);
  it('Given any history, when it ends in a streak of one type, then only that streak decides', () => {
    fc.assert(
      fc.property(fc.array(type), type, fc.integer({ min: 1, max: 12 }), (history, last, length) => {
        const before = history.slice(0, history.findLastIndex((earlier) => earlier !== last) + 1);
        expect(verdictAfter([...before, ...times(length, last)])).toEqual(verdictAfter(times(length, last)));
      }),
    );
  });
});

describe('the verdict after a probe', () => {
  it.each([
    { failure: 'rate_limited', reason: 'not_found', why: 'a type that never disables' },
    { failure: 'unexpected', reason: 'not_found', why: 'a type that needs a person' },
    { failure: 'network', reason: 'not_found', why: 'the first of another type' },
    { failure: 'forbidden', reason: 'moved_house', why: 'a reason that no rule knows' },
    { failure: 'gone', reason: 'gone', why: 'the same again' },
  ] as const)(
    'Given a feed disabled for $reason, when its probe fails with $failure ($why), then the cooldown is renewed',
    ({ failure, reason }) => {
      expect(verdictAfter([failure], disabledFor(reason))).toEqual([{ kind: 'renew_cooldown', reason }]);
    },
  );

  it('Given a feed disabled for not_found, when its probe answers 410, then the reason is gone', () => {
    expect(verdictAfter(['not_found', 'not_found', 'not_found', 'gone'], disabledFor('not_found'))).toEqual([
      { kind: 'renew_cooldown', reason: 'gone' },
    ]);
  });

  it.each([...errorTypeSchema.options])(
    'Given a feed that a person disabled, when %s comes for ever, then it stays so',
    (type) => {
      expect(verdictAfter(times(50, type), disabledFor('manual'))).toEqual(LEAVE);
    },
  );
});

describe('the verdict after a success', () => {
  it.each([
    { given: 'a feed that is on', feedSwitch: null, expected: LEAVE },
    { given: 'a feed disabled for gone', feedSwitch: disabledFor('gone'), expected: ENABLE },
    {
      given: 'a feed disabled for a reason no rule knows',
      feedSwitch: disabledFor('moved_house'),
      expected: ENABLE,
    },
    { given: 'a feed that a person disabled', feedSwitch: disabledFor('manual'), expected: LEAVE },
  ])('Given $given, when a poll succeeds, then the verdict is right', ({ feedSwitch, expected }) => {
    expect(decideAfterSuccess(switches({ feedSwitch }))).toEqual(expected);
  });
});

describe('the other policies', () => {
  const after = (failures: ErrorType[], followed: FollowedPolicy, changes: Partial<SourceSwitches> = {}) => {
    const errors = failures.map(samplePollError);
    const health = errors.reduce((before, error) => afterFailure(before, error, AT), INITIAL_HEALTH);
    const last = errors.at(-1) ?? samplePollError('unexpected');
    return decideAfterFailure(DEFAULT_FAILURE_POLICIES, followed, switches(changes), health, last);
  };
  const permanent: FollowedPolicy = { name: 'permanent', maxFailures: null };
  const quarantine: FollowedPolicy = { name: 'quarantine', maxFailures: null };

  it('Given permanent, when the fifth 404 comes, then and not before the source is disabled, with the reason in words', () => {
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

  it('Given permanent, when ten transient failures come, then the source stays enabled', () => {
    expect(after(times(10, 'upstream_failure'), permanent)).toEqual(LEAVE);
  });

  it('Given permanent, when a transient failure is between, then only the last ones in a row count', () => {
    const mixed: ErrorType[] = [...times(3, 'not_found'), 'upstream_failure', ...times(4, 'not_found')];
    expect(after(mixed, permanent)).toEqual(LEAVE);
    expect(after([...mixed, 'gone'], permanent)).toEqual([
      {
        kind: 'disable_source',
        reason: 'Auto-disabled after 5 consecutive permanent errors, the last one 410',
      },
    ]);
  });

  it('Given permanent and a limit of its own, when it is reached, then the source is disabled', () => {
    expect(after(times(3, 'gone'), { ...permanent, maxFailures: 3 })).toMatchObject([
      { kind: 'disable_source' },
    ]);
  });

  it('Given permanent and a disabled source, when it is polled by hand and fails, then nothing is said again', () => {
    expect(after(times(9, 'gone'), permanent, { enabled: false })).toEqual(LEAVE);
  });

  it('Given quarantine, when the fifth failure of any type comes, then and not before it is quarantined', () => {
    const mixed: ErrorType[] = ['gone', 'network', 'rate_limited', 'unexpected', 'network'];
    expect(after(mixed.slice(0, 4), quarantine)).toEqual(LEAVE);
    expect(after(mixed, quarantine)).toMatchObject([{ kind: 'quarantine' }]);
    expect(after([...mixed, 'gone'], quarantine, { quarantinedAt: AT })).toEqual(LEAVE);
  });

  it.each([permanent, quarantine])(
    'Given $name and a feed that cools down, when its probe fails, then it is renewed',
    (followed) => {
      expect(after(['rate_limited'], followed, { feedSwitch: disabledFor('gone') })).toEqual([
        { kind: 'renew_cooldown', reason: 'gone' },
      ]);
    },
  );

  it('Given a quarantined source, when a poll succeeds, then it is released; a disabled one stays disabled', () => {
    expect(decideAfterSuccess(switches({ quarantinedAt: AT }))).toEqual([{ kind: 'release' }]);
    expect(decideAfterSuccess(switches({ enabled: false }))).toEqual([]);
  });
});

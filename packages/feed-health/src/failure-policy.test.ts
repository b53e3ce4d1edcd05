import { DEFAULT_FAILURE_POLICIES, failurePolicySetSchema, policyFileSchema } from '@feedwarden/contracts';
import { describe, expect, it } from '@jest/globals';
import { cooldownSeconds, feedRetryAt, withOverrides } from './failure-policy.js';

const HOUR = 3600;

const TABLE = [
  { type: 'rate_limited', disableAfter: null, cooldownHours: 24 },
  { type: 'forbidden', disableAfter: 5, cooldownHours: 24 },
  { type: 'not_found', disableAfter: 3, cooldownHours: 48 },
  { type: 'gone', disableAfter: 1, cooldownHours: 72 },
  { type: 'upstream_failure', disableAfter: 10, cooldownHours: 6 },
  { type: 'network', disableAfter: 10, cooldownHours: 12 },
  { type: 'parse_error', disableAfter: 5, cooldownHours: 24 },
  { type: 'unexpected', disableAfter: null, cooldownHours: 24 },
] as const;

describe('the default failure policies', () => {
  it.each(TABLE)(
    'disable after $disableAfter failures of $type, for $cooldownHours h',
    ({ type, disableAfter, cooldownHours }) => {
      expect(DEFAULT_FAILURE_POLICIES.typed.rules[type].disableAfter).toBe(disableAfter);
      expect(cooldownSeconds(DEFAULT_FAILURE_POLICIES, type)).toBe(cooldownHours * HOUR);
    },
  );

  it('cross the wire unchanged', () => {
    const arrived = failurePolicySetSchema.parse(JSON.parse(JSON.stringify(DEFAULT_FAILURE_POLICIES)));
    expect(arrived).toEqual(DEFAULT_FAILURE_POLICIES);
  });
});

describe('cooldownSeconds', () => {
  it.each(['moved_house', '', 'Gone', 'constructor', '__proto__', 'hasOwnProperty', 'toString'])(
    'is a day for the unknown reason %j',
    (reason) => {
      expect(cooldownSeconds(DEFAULT_FAILURE_POLICIES, reason)).toBe(24 * HOUR);
    },
  );

  it('is the configured one for an unknown reason', () => {
    const policies = { ...DEFAULT_FAILURE_POLICIES, unknownReasonCooldownSeconds: 7 };
    expect(cooldownSeconds(policies, 'moved_house')).toBe(7);
    expect(cooldownSeconds(policies, 'gone')).toBe(72 * HOUR);
  });

  it('is null for a feed that a person disabled', () => {
    expect(cooldownSeconds(DEFAULT_FAILURE_POLICIES, 'manual')).toBeNull();
  });
});

describe('feedRetryAt', () => {
  const disabledAt = new Date('2026-03-01T12:00:00Z');

  it.each([
    ['upstream_failure', '2026-03-01T18:00:00.000Z'],
    ['gone', '2026-03-04T12:00:00.000Z'],
    ['constructor', '2026-03-02T12:00:00.000Z'],
  ])('of a feed disabled for %s is %s', (reason, expected) => {
    expect(feedRetryAt(DEFAULT_FAILURE_POLICIES, disabledAt, reason)?.toISOString()).toBe(expected);
  });

  it('is null for a feed that a person disabled', () => {
    expect(feedRetryAt(DEFAULT_FAILURE_POLICIES, disabledAt, 'manual')).toBeNull();
  });
});

const read = (file: unknown) => withOverrides({ file: policyFileSchema.parse(file) });

describe('withOverrides', () => {
  it.each([{}, { typed: {} }, { typed: { rules: {} } }, { typed: { rules: { gone: {} } } }])(
    'keeps the defaults, given the file %j',
    (file) => {
      expect(read(file)).toEqual(DEFAULT_FAILURE_POLICIES);
    },
  );

  it('changes both numbers of a rule and nothing else', () => {
    const { typed } = read({ typed: { rules: { gone: { disableAfter: 2, cooldown: '30m' } } } });
    expect(typed.rules).toEqual({
      ...DEFAULT_FAILURE_POLICIES.typed.rules,
      gone: { disableAfter: 2, cooldownSeconds: 1800 },
    });
  });

  it.each([
    {
      given: 'only a threshold',
      rule: { disableAfter: 7 },
      expected: { disableAfter: 7, cooldownSeconds: 172_800 },
    },
    { given: 'only a cooldown', rule: { cooldown: '5s' }, expected: { disableAfter: 3, cooldownSeconds: 5 } },
    {
      given: 'no threshold any more',
      rule: { disableAfter: null },
      expected: { disableAfter: null, cooldownSeconds: 172_800 },
    },
  ])('keeps the other number, given $given', ({ rule, expected }) => {
    expect(read({ typed: { rules: { not_found: rule } } }).typed.rules.not_found).toEqual(expected);
  });

  it('gives a threshold to a type that has none', () => {
    const { typed } = read({ typed: { rules: { rate_limited: { disableAfter: 20 } } } });
    expect(typed.rules.rate_limited).toEqual({ disableAfter: 20, cooldownSeconds: 86_400 });
  });

  it('sets the cap of the backoff', () => {
    expect(withOverrides({ maxBackoffHours: 6 }).maxBackoffHours).toBe(6);
  });

  it('prefers the file to numbers for all sources', () => {
    const file = policyFileSchema.parse({ permanent: { maxFailures: 3 } });
    const policies = withOverrides({ defaultPolicy: 'permanent', maxFailures: 7, file });
    expect(policies).toMatchObject({
      default: 'permanent',
      permanent: { maxFailures: 3 },
      quarantine: { maxFailures: 7 },
    });
  });

  it('never changes the defaults', () => {
    const before = structuredClone(DEFAULT_FAILURE_POLICIES);
    const policies = read({ typed: { rules: { gone: { disableAfter: 9, cooldown: '1s' } } } });
    policies.typed.rules.network.disableAfter = 99;
    expect(DEFAULT_FAILURE_POLICIES).toEqual(before);
  });

  it('makes policies that the contract accepts', () => {
    const policies = read({ typed: { rules: { network: { disableAfter: null, cooldown: '2d' } } } });
    expect(failurePolicySetSchema.parse(policies)).toEqual(policies);
  });
});

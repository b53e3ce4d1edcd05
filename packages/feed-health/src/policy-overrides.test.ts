import { failurePolicySetSchema, policyFileSchema } from '@feedwarden/contracts';
import { describe, expect, it } from '@jest/globals';
import { DEFAULT_FAILURE_POLICIES } from './failure-policy.js';
import { withOverrides } from './policy-overrides.js';

const read = (file: unknown) => withOverrides({ file: policyFileSchema.parse(file) });

describe('withOverrides', () => {
  it.each([{}, { typed: {} }, { typed: { rules: {} } }, { typed: { rules: { gone: {} } } }])(
    'Given the file %j, when it is read, then the defaults stand',
    (file) => {
      expect(read(file)).toEqual(DEFAULT_FAILURE_POLICIES);
    },
  );

  it('Given both numbers of a rule, when the file is read, then they and nothing else differ', () => {
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
  ])('Given $given, when the file is read, then the other number stands', ({ rule, expected }) => {
    expect(read({ typed: { rules: { not_found: rule } } }).typed.rules.not_found).toEqual(expected);
  });

  it('Given a type that never disables, when the file gives it a threshold, then it has one', () => {
    const { typed } = read({ typed: { rules: { rate_limited: { disableAfter: 20 } } } });
    expect(typed.rules.rate_limited).toEqual({ disableAfter: 20, cooldownSeconds: 86_400 });
  });

  it('Given a cap of 6 h, when the policies are made, then they carry it', () => {
    expect(withOverrides({ maxBackoffHours: 6 }).maxBackoffHours).toBe(6);
  });

  it('Given numbers for all sources and a file, when the policies are made, then the file wins', () => {
    const file = policyFileSchema.parse({ permanent: { maxFailures: 3 } });
    const policies = withOverrides({ defaultPolicy: 'permanent', maxFailures: 7, file });
    expect(policies).toMatchObject({
      default: 'permanent',
      permanent: { maxFailures: 3 },
      quarantine: { maxFailures: 7 },
    });
  });

  it('Given overrides, when they are applied or the result is changed, then the defaults are as before', () => {
    const before = structuredClone(DEFAULT_FAILURE_POLICIES);
    const policies = read({ typed: { rules: { gone: { disableAfter: 9, cooldown: '1s' } } } });
    policies.typed.rules.network.disableAfter = 99;
    expect(DEFAULT_FAILURE_POLICIES).toEqual(before);
  });

  it('Given overrides, when the policies cross the wire, then the contract accepts them', () => {
    const policies = read({ typed: { rules: { network: { disableAfter: null, cooldown: '2d' } } } });
    expect(failurePolicySetSchema.parse(policies)).toEqual(policies);
  });
});

import { describe, expect, it } from '@jest/globals';
import { policyFileSchema } from './failure-policies.js';

const withRule = (rule: unknown) => ({ typed: { rules: { gone: rule } } });

describe('the policy file', () => {
  it.each([
    ['5s', 5],
    ['30m', 1800],
    ['72h', 259_200],
    ['2d', 172_800],
  ])('reads the cooldown %s as %i seconds', (cooldown, seconds) => {
    expect(policyFileSchema.parse(withRule({ cooldown })).typed?.rules?.gone?.cooldown).toBe(seconds);
  });

  it.each([
    '-1h',
    '1.5h',
    '72',
    'h',
    '',
    ' 5s',
    '5s ',
    '5 s',
    '5S',
    '1w',
    '1h30m',
    '05m',
    '99999999s',
    '1e3s',
    '5s\n',
    '٥s',
  ])('rejects the cooldown %j, with its place and the right form', (cooldown) => {
    const [issue, ...more] = policyFileSchema.safeParse(withRule({ cooldown })).error?.issues ?? [];
    expect(issue).toMatchObject({
      path: ['typed', 'rules', 'gone', 'cooldown'],
      message: 'must be a duration like "72h", "30m" or "5s", of ten years at most',
    });
    expect(more).toEqual([]);
  });

  it.each(['0s', '0h', '00m'])('says that %j, a cooldown of zero, is too short', (cooldown) => {
    const [issue] = policyFileSchema.safeParse(withRule({ cooldown })).error?.issues ?? [];
    expect(issue?.message).toMatch(/^must be longer than zero/);
  });

  it.each([
    { mistake: 'a duration that is a number', file: withRule({ cooldown: 60 }) },
    { mistake: 'no duration', file: withRule({ cooldown: null }) },
    { mistake: 'a threshold of 0', file: withRule({ disableAfter: 0 }) },
    { mistake: 'half a threshold', file: withRule({ disableAfter: 1.5 }) },
    { mistake: 'a threshold in words', file: withRule({ disableAfter: '3' }) },
    { mistake: 'an unknown field of a rule', file: withRule({ cooldownSeconds: 3 }) },
    { mistake: 'an unknown error type', file: { typed: { rules: { teapot: { disableAfter: 1 } } } } },
    { mistake: 'an unknown field of typed', file: { typed: { rulez: {} } } },
    { mistake: 'an unknown preset', file: { typd: {} } },
    { mistake: 'a list', file: [] },
    { mistake: 'null', file: null },
  ])('is rejected with $mistake', ({ file }) => {
    expect(policyFileSchema.safeParse(file).success).toBe(false);
  });

  it('turns a rule off with a threshold of null', () => {
    expect(policyFileSchema.parse(withRule({ disableAfter: null }))).toEqual(
      withRule({ disableAfter: null }),
    );
  });
});

import { ERROR_TYPES, failurePolicySetSchema } from '@feedwarden/contracts';
import { describe, expect, it } from '@jest/globals';
import { cooldownSeconds, DEFAULT_FAILURE_POLICIES, feedRetryAt } from './failure-policy.js';

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
    'Given $type, when nothing is configured, then it disables after $disableAfter and cools down $cooldownHours h',
    ({ type, disableAfter, cooldownHours }) => {
      expect(DEFAULT_FAILURE_POLICIES.typed.rules[type].disableAfter).toBe(disableAfter);
      expect(cooldownSeconds(DEFAULT_FAILURE_POLICIES, type)).toBe(cooldownHours * HOUR);
    },
  );

  it('Given the list of error types, when the table is compared, then each has one row', () => {
    expect(TABLE.map(({ type }) => type).sort()).toEqual([...ERROR_TYPES].sort());
  });

  it('Given the contract, when the defaults are sent over the wire, then they arrive unchanged', () => {
    const arrived = failurePolicySetSchema.parse(JSON.parse(JSON.stringify(DEFAULT_FAILURE_POLICIES)));
    expect(arrived).toEqual(DEFAULT_FAILURE_POLICIES);
  });
});

describe('cooldownSeconds', () => {
  it.each(['moved_house', '', 'Gone', 'constructor', '__proto__', 'hasOwnProperty', 'toString'])(
    'Given the reason %j that no rule knows, when the cooldown is asked, then it is a day',
    (reason) => {
      expect(cooldownSeconds(DEFAULT_FAILURE_POLICIES, reason)).toBe(24 * HOUR);
    },
  );

  it('Given another cooldown for unknown reasons, when one is asked, then it is that', () => {
    const policies = { ...DEFAULT_FAILURE_POLICIES, unknownReasonCooldownSeconds: 7 };
    expect(cooldownSeconds(policies, 'moved_house')).toBe(7);
    expect(cooldownSeconds(policies, 'gone')).toBe(72 * HOUR);
  });

  it('Given a person switched the feed off, when the cooldown is asked, then there is none', () => {
    expect(cooldownSeconds(DEFAULT_FAILURE_POLICIES, 'manual')).toBeNull();
  });
});

describe('feedRetryAt', () => {
  const disabledAt = new Date('2026-03-01T12:00:00Z');

  it.each([
    ['upstream_failure', '2026-03-01T18:00:00.000Z'],
    ['gone', '2026-03-04T12:00:00.000Z'],
    ['constructor', '2026-03-02T12:00:00.000Z'],
  ])('Given a feed disabled for %s, when its return is asked, then it is %s', (reason, expected) => {
    expect(feedRetryAt(DEFAULT_FAILURE_POLICIES, disabledAt, reason)?.toISOString()).toBe(expected);
  });

  it('Given a feed that a person disabled, when its return is asked, then there is none', () => {
    expect(feedRetryAt(DEFAULT_FAILURE_POLICIES, disabledAt, 'manual')).toBeNull();
  });
});

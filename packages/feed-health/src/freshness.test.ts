import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { nextUnskipped } from './freshness.js';

const all = (count: number) => Array.from({ length: count }, (_, index) => index);
/** A Sunday. */
const NOON = '2026-03-01T12:34:56.000Z';
const next = (at: string, skipHours: number[], skipDays: number[] = []) =>
  nextUnskipped(new Date(at), { everyMinutes: null, skipHours, skipDays }).toISOString();

describe('nextUnskipped', () => {
  it.each<[given: string, skipHours: number[], skipDays: number[], expected: string]>([
    ['nothing to skip', [], [], NOON],
    ['other hours', [11, 13], [], NOON],
    ['this hour', [12], [], '2026-03-01T13:00:00.000Z'],
    ['this hour and those after it', [12, 13, 14], [], '2026-03-01T15:00:00.000Z'],
    ['a night that has begun', [12, 23, 0, 1, 13], [], '2026-03-01T14:00:00.000Z'],
    ['the rest of the day', all(24).slice(12), [], '2026-03-02T00:00:00.000Z'],
    [
      'every hour but one that is over',
      all(24).filter((hour) => hour !== 11),
      [],
      '2026-03-02T11:00:00.000Z',
    ],
    ['other days', [], [1, 6], NOON],
    ['this day', [], [0], '2026-03-02T00:00:00.000Z'],
    ['this day and the next', [], [0, 1], '2026-03-03T00:00:00.000Z'],
    ['this day and the early hours', [0, 1, 2], [0], '2026-03-02T03:00:00.000Z'],
    ['every day but yesterday', [], [0, 1, 2, 3, 4, 5], '2026-03-07T00:00:00.000Z'],
    ['every hour', all(24), [], NOON],
    ['every day', [], all(7), NOON],
    ['every hour, and this day', all(24), [0], '2026-03-02T00:00:00.000Z'],
    ['every day, and this hour twice', [12, 12], all(7), '2026-03-01T13:00:00.000Z'],
  ])('finds the next moment, given %s', (_given, skipHours, skipDays, expected) => {
    expect(next(NOON, skipHours, skipDays)).toBe(expected);
  });

  it('finds a moment within a week that is not skipped, given any hours and days', () => {
    const hours = fc.uniqueArray(fc.nat(23), { maxLength: 23 });
    const days = fc.uniqueArray(fc.nat(6), { maxLength: 6 });
    const times = fc.date({ min: new Date('2026-01-01'), max: new Date('2027-01-01'), noInvalidDate: true });
    fc.assert(
      fc.property(times, hours, days, (at, skipHours, skipDays) => {
        const found = nextUnskipped(at, { everyMinutes: null, skipHours, skipDays });
        expect(skipHours).not.toContain(found.getUTCHours());
        expect(skipDays).not.toContain(found.getUTCDay());
        expect(found.getTime()).toBeGreaterThanOrEqual(at.getTime());
        expect(found.getTime() - at.getTime()).toBeLessThanOrEqual(7 * 24 * 3_600_000);
      }),
    );
  });
});

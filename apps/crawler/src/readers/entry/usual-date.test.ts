import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { parseAnyDate } from './parse-date.js';
import { parseUsualDate } from './usual-date.js';

const two = (max: number) => fc.integer({ min: 0, max }).map((number) => String(number).padStart(2, '0'));
const year = fc.integer({ min: 1960, max: 2110 }).map(String);
const time = fc.tuple(two(25), two(61), two(61)).map((parts) => parts.join(':'));
const month = fc.constantFrom(
  'Jan',
  'Feb',
  'Mar',
  'Apr',
  'May',
  'Jun',
  'Jul',
  'Aug',
  'Sep',
  'Oct',
  'Nov',
  'Dec',
  'Abc',
);
const sign = fc.constantFrom('+', '-');
const rfc = fc
  .tuple(
    fc.constantFrom('Fri', 'Mon', 'Xyz'),
    two(32),
    month,
    year,
    time,
    fc.oneof(
      fc.constant('GMT'),
      fc.tuple(sign, two(15), two(61)).map((parts) => parts.join('')),
    ),
  )
  .map(([weekday, day, name, inYear, at, zone]) => `${weekday}, ${day} ${name} ${inYear} ${at} ${zone}`);
const iso = fc
  .tuple(
    year,
    two(13),
    two(32),
    time,
    fc.constantFrom('', '.123', '.000'),
    fc.oneof(
      fc.constant('Z'),
      fc.tuple(sign, two(15), fc.constant(':'), two(61)).map((parts) => parts.join('')),
    ),
  )
  .map(([inYear, inMonth, day, at, fraction, zone]) => `${inYear}-${inMonth}-${day}T${at}${fraction}${zone}`);

describe('parseUsualDate', () => {
  it.each([
    ['Fri, 02 Jan 2026 03:04:05 GMT', '2026-01-02T03:04:05.000Z'],
    ['Fri, 02 Jan 2026 03:04:05 -0530', '2026-01-02T08:34:05.000Z'],
    ['2026-01-02T03:04:05Z', '2026-01-02T03:04:05.000Z'],
    ['2026-01-02T03:04:05.678+02:00', '2026-01-02T01:04:05.678Z'],
  ])('reads %s', (text, expected) => {
    expect(parseUsualDate(text)?.toISOString()).toBe(expected);
  });

  it('reads no date in another way than all dates are read, or leaves it to that', () => {
    const same = fc.property(fc.oneof(rfc, iso), (text) => {
      const date = parseUsualDate(text);
      if (date) expect(date).toEqual(parseAnyDate(text));
    });
    fc.assert(same, { seed: 20260105, numRuns: 3000 });
  });
});

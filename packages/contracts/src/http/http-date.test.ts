import { describe, expect, it } from '@jest/globals';
import { parseRetryAfter } from './http-date.js';

const now = new Date('2026-01-02T03:04:05.000Z');

describe('parseRetryAfter', () => {
  it.each([
    ['seconds', '120', '2026-01-02T03:06:05.000Z'],
    ['no seconds at all', '0', '2026-01-02T03:04:05.000Z'],
    ['seconds among spaces', ' 60 ', '2026-01-02T03:05:05.000Z'],
    ['parts of seconds', '1.5', '2026-01-02T03:04:06.500Z'],
    ['more seconds than time has', '999999999999999999', '2027-01-03T03:04:05.000Z'],
    ['a date', 'Fri, 02 Jan 2026 04:00:00 GMT', '2026-01-02T04:00:00.000Z'],
    ['an RFC 850 date', 'Friday, 02-Jan-26 04:00:00 GMT', '2026-01-02T04:00:00.000Z'],
    ['an asctime date', 'Fri Jan  2 04:00:00 2026', '2026-01-02T04:00:00.000Z'],
    ['an ISO date', '2026-01-02T04:00:00Z', '2026-01-02T04:00:00.000Z'],
    ['a date that is over', 'Thu, 01 Jan 2026 00:00:00 GMT', '2026-01-01T00:00:00.000Z'],
  ])('reads %s: %j is %s', (_given, header, expected) => {
    expect(parseRetryAfter(header, now)?.toISOString()).toBe(expected);
  });

  it.each([undefined, '', ' ', '-5', 'soon', 'Later, please', '12 minutes', '20262026x'])(
    'reads no time from %j',
    (header) => {
      expect(parseRetryAfter(header, now)).toBeNull();
    },
  );
});

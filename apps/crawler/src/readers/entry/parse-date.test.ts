import { describe, expect, it } from '@jest/globals';
import { firstDate, parseDate } from './parse-date.js';

const SAME = '2026-01-02T03:04:05.000Z';

describe('parseDate', () => {
  it.each([
    ['Fri, 02 Jan 2026 03:04:05 GMT', SAME],
    ['Fri, 2 Jan 2026 03:04:05 GMT', SAME],
    ['2 Jan 2026 03:04:05 UT', SAME],
    ['Mon, 02 Jan 2026 03:04:05 GMT', SAME],
    ['Fri,02 Jan 2026 03:04:05 GMT', SAME],
    ['Friday, 02-Jan-26 03:04:05 GMT', SAME],
    ['Fri, 02 Jan 26 03:04:05 +0000', SAME],
    ['Fri, 02 Jan 2026 03:04:05 Z', SAME],
    ['Fri, 02 Jan 2026 03:04:05', SAME],
    ['Fri, 02 Jan 2026 03:04 GMT', '2026-01-02T03:04:00.000Z'],
    ['Fri, 02 Jan 2026', '2026-01-02T00:00:00.000Z'],
    ['Thu, 01 Jan 2026 22:04:05 EST', SAME],
    ['Thu, 01 Jan 2026 20:04:05 PDT', SAME],
    ['Fri, 02 Jan 2026 04:04:05 CET', SAME],
    ['Fri, 02 Jan 2026 08:34:05 IST', SAME],
    ['Thu, 01 Jan 2026 22:04:05 -0500', SAME],
    ['Thu, 01 Jan 2026 22:04:05 -05:00', SAME],
    ['Thu, 01 Jan 2026 22:04:05 -5:00', SAME],
    ['Fri, 02 Jan 2026 03:04:05 GMT+0000 (Coordinated Universal Time)', SAME],
    ['Fri Jan 02 2026 04:04:05 GMT+0100 (CET)', SAME],
    ['Fri Jan  2 03:04:05 2026', SAME],
    ['Fri Jan  2 03:04:05 UTC 2026', SAME],
    ['January 2nd, 2026 3:04:05 am', SAME],
    ['Jan 2, 2026 12:30 PM', '2026-01-02T12:30:00.000Z'],
    ['2 January 2026, 12:30 a.m.', '2026-01-02T00:30:00.000Z'],
    ['02 Sept 2026 03:04:05 GMT', '2026-09-02T03:04:05.000Z'],
    ['Fri, 31 Dec 1999 23:59:60 GMT', '1999-12-31T23:59:59.000Z'],
    ['Fri, 31 Dec 99 23:59:59 GMT', '1999-12-31T23:59:59.000Z'],
    ['Thu, 01 Jan 2026 24:00:00 GMT', '2026-01-02T00:00:00.000Z'],
    ['Fri, 02 Jan 2026 03:04:05 XYZ', SAME],
  ])('Given the mail date %j, When it is read, Then it is %s', (text, expected) => {
    expect(parseDate(text)?.toISOString()).toBe(expected);
  });

  it.each([
    ['2026-01-02T03:04:05Z', SAME],
    ['2026-01-02t03:04:05z', SAME],
    ['2026-01-02T03:04:05', SAME],
    ['2026-01-02 03:04:05', SAME],
    ['2026-01-02 03:04:05 UTC', SAME],
    ['2026-01-02 03:04:05 +0000', SAME],
    ['2026-01-02 03:04:05 +0000 UTC', SAME],
    ['2026-01-02 03:04:05.678901 +0000 GMT', '2026-01-02T03:04:05.678Z'],
    ['20260102T030405Z', SAME],
    ['20260102030405', SAME],
    ['2026-01-02T04:04:05+01:00', SAME],
    ['2026-01-02T04:04:05+0100', SAME],
    ['2026-01-02T04:04:05+01', SAME],
    ['2026-01-02T08:34:05+05:30', SAME],
    ['2026-01-02T03:04:05.678Z', '2026-01-02T03:04:05.678Z'],
    ['2026-01-02T03:04:05.6789012Z', '2026-01-02T03:04:05.678Z'],
    ['2026-01-02T03:04:05,5Z', '2026-01-02T03:04:05.500Z'],
    ['2026-01-02T03:04Z', '2026-01-02T03:04:00.000Z'],
    ['2026-01-02', '2026-01-02T00:00:00.000Z'],
    ['2026-1-2', '2026-01-02T00:00:00.000Z'],
    ['2026/01/02 03:04:05', SAME],
    ['2026-01-02Z', '2026-01-02T00:00:00.000Z'],
    ['20260102', '2026-01-02T00:00:00.000Z'],
    ['20260102T03:04:05Z', SAME],
    ['2026-03', '2026-03-01T00:00:00.000Z'],
    ['2026', '2026-01-01T00:00:00.000Z'],
    [' \n2026-01-02T03:04:05Z ', SAME],
  ])('Given the ISO date %j, When it is read, Then it is %s', (text, expected) => {
    expect(parseDate(text)?.toISOString()).toBe(expected);
  });

  it.each([
    ['2. März 2026 03:04', '2026-03-02T03:04:00.000Z'],
    ['ven., 2 janv. 2026 03:04:05 +0000', SAME],
    ['2 juillet 2026', '2026-07-02T00:00:00.000Z'],
    ['2 juin 2026', '2026-06-02T00:00:00.000Z'],
    ['mar, 02 dic 2026 03:04:05 +0000', '2026-12-02T03:04:05.000Z'],
    ['Пт, 02 янв 2026 03:04:05 +0000', SAME],
    ['2 de agosto de 2026', '2026-08-02T00:00:00.000Z'],
    ['2 mrt 2026', '2026-03-02T00:00:00.000Z'],
    ['2 maj 2026', '2026-05-02T00:00:00.000Z'],
    ['wto, 17 lis 2026 03:04:05 +0000', '2026-11-17T03:04:05.000Z'],
    ['3 lipca 2026', '2026-07-03T00:00:00.000Z'],
    ['Sal, 17 Kas 2026 03:04:05 +0300', '2026-11-17T00:04:05.000Z'],
    ['2 Ağustos 2026', '2026-08-02T00:00:00.000Z'],
    ['17. marraskuuta 2026', '2026-11-17T00:00:00.000Z'],
    ['2. maaliskuuta 2026', '2026-03-02T00:00:00.000Z'],
    ['2. červenec 2026', '2026-07-02T00:00:00.000Z'],
    ['2. června 2026', '2026-06-02T00:00:00.000Z'],
    ['2 травня 2026', '2026-05-02T00:00:00.000Z'],
    ['2 мая 2026 г.', '2026-05-02T00:00:00.000Z'],
    ['2026年1月2日 03:04:05', SAME],
    ['2026년 1월 2일', '2026-01-02T00:00:00.000Z'],
  ])('Given the foreign date %j, When it is read, Then it is %s', (text, expected) => {
    expect(parseDate(text)?.toISOString()).toBe(expected);
  });

  it.each([
    ['1767323045', SAME],
    ['1767323045000', SAME],
    ['25/12/2026 03:04', '2026-12-25T03:04:00.000Z'],
    ['12/25/2026', '2026-12-25T00:00:00.000Z'],
    ['25.12.2026', '2026-12-25T00:00:00.000Z'],
    ['Fri, 2 Jan 2026 3:4:5 GMT', SAME],
    ['Tue, 01/13/2026 - 03:04', '2026-01-13T03:04:00.000Z'],
    ['<time datetime="2026-01-02T03:04:05Z">2 hours ago</time>', SAME],
  ])('Given the odd date %j, When it is read, Then it is %s', (text, expected) => {
    expect(parseDate(text)?.toISOString()).toBe(expected);
  });

  it.each([
    '',
    'yesterday',
    'now',
    '0',
    '0000-00-00 00:00:00',
    '0001-01-01T00:00:00Z',
    '1970-01-01T00:00:00Z',
    'Thu, 01 Jan 1970 00:00:00 GMT',
    'Thu, 01 Jan 1970 01:00:00 GMT',
    'Wed, 31 Dec 1969 19:00:00 GMT',
    '9999-12-31T23:59:59Z',
    '2026-13-01',
    '2026-02-30',
    'Fri, 32 Jan 2026 03:04:05 GMT',
    '2026-01-02T25:00:00Z',
    '2026-01-02T03:61:00Z',
    '01/02/2026',
    '12345',
    '+275761-01-01T00:00:00Z',
    'Jan',
    '3:04',
    `2 Jan 2026 ${'x'.repeat(200)}`,
    '__proto__',
    '2 Jan 2026 3 4',
  ])('Given %j, When it is read, Then it is no date', (text) => {
    expect(parseDate(text)).toBeNull();
  });
});

describe('firstDate', () => {
  it('Given several texts, When they are read, Then the first date counts', () => {
    expect(firstDate([null, '', 'soon', '2026-01-02', '2027-01-02'])?.toISOString()).toBe(
      '2026-01-02T00:00:00.000Z',
    );
    expect(firstDate([null, 'soon'])).toBeNull();
  });
});

import { describe, expect, it } from '@jest/globals';
import { size, took } from './amounts.js';
import { atClock, calendarDay, clock, counted, span, spanInWords, untilWords } from './times.js';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const NOW = new Date(2026, 10, 18, 16, 40);
const from = (ms: number) => new Date(NOW.getTime() + ms);

describe('span', () => {
  it.each([
    [0, '0 s'],
    [12_400, '12 s'],
    [59_400, '59 s'],
    [60_000, '1 min'],
    [-27 * MINUTE, '27 min'],
    [59.6 * MINUTE, '1 h'],
    [3.6 * HOUR, '3 h 36'],
    [4 * HOUR, '4 h'],
    [9.99 * HOUR, '9 h 59'],
    [10.4 * HOUR, '10 h'],
    [47 * HOUR, '47 h'],
    [52 * HOUR, '2 d'],
  ])('of %d ms is %j', (ms, text) => expect(span(ms)).toBe(text));
});

describe('spanInWords', () => {
  it.each([
    [1000, 'one second'],
    [50_000, '50 seconds'],
    [12 * MINUTE, '12 minutes'],
    [2 * HOUR, '2 hours'],
    [20.2 * HOUR, '20 hours'],
    [72 * HOUR, '3 days'],
  ])('of %d ms is %j', (ms, text) => expect(spanInWords(ms)).toBe(text));
});

describe('a time', () => {
  it.each([
    [from(-HOUR), '15:40', 'today at 15:40'],
    [from(-21 * HOUR), 'Tue 17, 19:40', 'yesterday at 19:40'],
    [from(8 * HOUR), 'Thu 19, 00:40', 'tomorrow at 00:40'],
    [from(31 * HOUR), 'Thu 19, 23:40', 'tomorrow at 23:40'],
    [from(55 * HOUR), 'Fri 20, 23:40', 'on Fri 20, 23:40'],
    [from(-40 * 24 * HOUR), '9 Oct', 'on 9 Oct'],
    [new Date(2025, 2, 2), '2 Mar 2025', 'on 2 Mar 2025'],
  ])('%s is %j', (at, short, sentence) => {
    expect(clock(at, NOW)).toBe(short);
    expect(atClock(at, NOW)).toBe(sentence);
  });

  it('is now once it has come', () => {
    expect(untilWords(from(500), NOW)).toBe('now');
    expect(untilWords(from(-HOUR), NOW)).toBe('now');
    expect(untilWords(from(2 * MINUTE), NOW)).toBe('in 2 min');
  });

  it('names the year of another year', () =>
    expect(calendarDay(new Date(2024, 0, 5), NOW)).toBe('5 Jan 2024'));
});

describe('amounts', () => {
  it.each([
    [size(0), '0'],
    [size(812), '812 B'],
    [size(1240), '1.2 kB'],
    [size(48_100), '48 kB'],
    [size(2_340_000), '2.3 MB'],
    [took(340), '340 ms'],
    [took(2140), '2.1 s'],
    [counted(1, 'feed'), 'one feed'],
    [counted(12_480, 'feed'), '12,480 feeds'],
    [counted(2, 'entry', 'entries'), '2 entries'],
  ])('%j is %j', (text, expected) => expect(text).toBe(expected));
});

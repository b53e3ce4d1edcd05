import { describe, expect, it } from '@jest/globals';
import { parseFreshUntil } from './fresh-until.js';

const NOW = new Date('2026-01-02T03:00:00.000Z');
const at = (time: string) => `Fri, 02 Jan 2026 ${time} GMT`;

describe('parseFreshUntil', () => {
  it.each([
    [{ 'cache-control': 'max-age=3600' }, '04:00:00'],
    [{ 'cache-control': 'public, MAX-AGE = "3600", must-revalidate' }, '04:00:00'],
    [{ 'cache-control': 'max-age=3600, max-age=60' }, '04:00:00'],
    [{ 'cache-control': 'max-age=3600', age: '600' }, '03:50:00'],
    [{ 'cache-control': 'max-age=3600', age: 'old' }, '04:00:00'],
    [{ 'cache-control': 'max-age=60', expires: at('09:00:00') }, '03:01:00'],
    [{ 'cache-control': 'public', expires: at('05:00:00') }, '05:00:00'],
    [{ expires: at('05:00:00'), date: at('04:00:00') }, '04:00:00'],
    [{ expires: at('05:00:00'), date: at('04:00:00'), age: '60' }, '03:59:00'],
    [{ expires: at('05:00:00'), date: 'today' }, '05:00:00'],
  ])('reads %j as fresh until %s', (headers, expected) => {
    expect(parseFreshUntil(headers, NOW)?.toISOString()).toBe(`2026-01-02T${expected}.000Z`);
  });

  it.each([
    {},
    { 'cache-control': '' },
    { 'cache-control': 'public' },
    { 'cache-control': 's-maxage=3600' },
    { 'cache-control': 'max-age=0' },
    { 'cache-control': 'max-age=-1' },
    { 'cache-control': 'max-age=soon' },
    { 'cache-control': 'max-age=soon', expires: at('05:00:00') },
    { 'cache-control': 'no-cache, max-age=3600' },
    { 'cache-control': 'max-age=3600, no-store' },
    { 'cache-control': 'no-cache="set-cookie", max-age=3600' },
    { 'cache-control': 'no-store', expires: at('05:00:00') },
    { 'cache-control': 'max-age=3600', age: '3600' },
    { 'cache-control': 'max-age=3600', age: '99999999999999999999' },
    { expires: '0' },
    { expires: '-1' },
    { expires: at('02:00:00') },
    { expires: at('05:00:00'), date: at('06:00:00') },
  ])('reads no freshness from %j', (headers) => {
    expect(parseFreshUntil(headers, NOW)).toBeNull();
  });

  it('caps a lifetime longer than any date', () => {
    const headers = { 'cache-control': `max-age=${'9'.repeat(400)}` };
    expect(parseFreshUntil(headers, NOW)?.toISOString()).toBe('2027-01-03T03:00:00.000Z');
  });
});

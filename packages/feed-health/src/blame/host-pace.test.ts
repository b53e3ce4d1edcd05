import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import {
  answeredLately,
  type HostPace,
  isKnownToLimit,
  pauseUntil,
  refusedSince,
  slowDown,
  spacingAt,
  UNLIMITED,
} from './host-pace.js';
import { minute } from './testing/sample-siblings.js';

const JUST_NOW = minute(-1);

/** Refused so many times in a row, each as soon as the rest is over. */
function refused(times: number, lastGoodAt: Date | null = null): HostPace {
  let pace = UNLIMITED;
  for (let time = 0; time < times; time += 1) pace = slowDown(pace, lastGoodAt, minute(0));
  return pace;
}

describe('the pace of a host', () => {
  it('keeps ten seconds after the first limit, and half more after each', () => {
    expect([1, 2, 3].map((times) => spacingAt(refused(times), minute(0)))).toEqual([10_000, 15_000, 22_500]);
  });

  it('never keeps more than five minutes', () => {
    fc.assert(
      fc.property(fc.nat(200), (times) => {
        expect(spacingAt(refused(times), minute(0))).toBeLessThanOrEqual(300_000);
      }),
    );
  });

  it('shrinks by two per cent an hour, and is forgotten below a second', () => {
    const pace = refused(1);
    expect(spacingAt(pace, minute(60))).toBeCloseTo(9800);
    expect(spacingAt(pace, minute(60 * 24 * 7))).toBe(0);
  });

  it('lets the host go between two polls when it keeps more than ten seconds', () => {
    expect(pauseUntil(refused(1), minute(0))).toBeNull();
    expect(pauseUntil(refused(2), minute(0))).toEqual(minute(0.25));
  });

  it('rests twice as long while nothing succeeds, up to an hour', () => {
    expect([1, 2, 3, 4, 5, 6].map((times) => refused(times).restMs / 60_000)).toEqual([
      5, 10, 20, 40, 60, 60,
    ]);
  });

  it('rests for five minutes when the host answered well just now', () => {
    expect(slowDown(refused(4), JUST_NOW, minute(0)).restMs).toBe(5 * 60_000);
  });

  it('knows a limit until the longest rest did not help', () => {
    expect(isKnownToLimit(UNLIMITED, minute(0))).toBe(false);
    expect(isKnownToLimit(refused(4), minute(0))).toBe(true);
    expect(isKnownToLimit(refused(5), minute(0))).toBe(false);
  });

  it('remembers the first refusal since the host answered well', () => {
    const first = slowDown(UNLIMITED, JUST_NOW, minute(0));
    const second = slowDown(first, JUST_NOW, minute(20));
    expect(refusedSince(second, JUST_NOW)).toEqual(minute(0));
    expect(refusedSince(second, minute(30))).toBeNull();
  });
});

describe('an answer', () => {
  it('counts as lately for ten minutes', () => {
    expect(answeredLately(minute(0), minute(9))).toBe(true);
    expect(answeredLately(minute(0), minute(10))).toBe(false);
    expect(answeredLately(null, minute(0))).toBe(false);
  });
});

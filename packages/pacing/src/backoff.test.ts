import { describe, expect, it } from '@jest/globals';
import { backoff, withJitter } from './backoff.js';

describe('backoff', () => {
  it.each([
    [0, 60],
    [1, 120],
    [4, 960],
    [5, 1440],
    [1000, 1440],
    [Number.MAX_SAFE_INTEGER, 1440],
    [-1, 60],
  ])('doubles %i times within its limit: %i', (doublings, expected) => {
    expect(backoff(doublings, { first: 60, longest: 1440 })).toBe(expected);
  });

  it('is never longer than the limit, even the first time', () => {
    expect(backoff(0, { first: 60, longest: 10 })).toBe(10);
  });
});

describe('withJitter', () => {
  it.each([
    [0, 50],
    [0.5, 75],
    [1, 100],
  ])('shortens 100 by up to half, given %d', (random, expected) => {
    expect(withJitter(100, () => random)).toBe(expected);
  });
});

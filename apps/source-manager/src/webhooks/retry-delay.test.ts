import { describe, expect, it } from '@jest/globals';
import { retryDelay } from './retry-delay.js';

describe('the pause before the next attempt', () => {
  it.each([
    [0, 5],
    [1, 5],
    [2, 10],
    [3, 20],
    [10, 2560],
    [11, 3600],
    [1_000_000, 3600],
  ])('given %i failures, when it is asked for, then it is about %i seconds', (failures, seconds) => {
    expect(retryDelay(failures, () => 0.5)).toBe(seconds);
    expect(retryDelay(failures, () => 0)).toBe(seconds * 0.75);
    expect(retryDelay(failures, () => 1)).toBe(seconds * 1.25);
  });
});

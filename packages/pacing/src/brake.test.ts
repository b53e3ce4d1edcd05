import { describe, expect, it } from '@jest/globals';
import { createBrake } from './brake.js';

const RANGE = { first: 1000, longest: 60_000 };

function create() {
  let at = 5_000;
  const brake = createBrake(
    RANGE,
    () => at,
    () => 1,
  );
  return {
    brake,
    pass: (ms: number) => {
      at += ms;
    },
  };
}

describe('a brake', () => {
  it('holds nothing back before the first failure', () => {
    const { brake } = create();
    brake.succeeded();
    expect([brake.room(), brake.waitMs(), brake.isOn()]).toEqual([Number.POSITIVE_INFINITY, 0, false]);
  });

  it('lets nothing begin after a failure, then one piece of work, then all', () => {
    const { brake, pass } = create();
    brake.failed();
    expect([brake.room(), brake.waitMs()]).toEqual([0, 1000]);
    pass(1000);
    expect([brake.room(), brake.isOn()]).toEqual([1, true]);
    brake.succeeded();
    expect([brake.room(), brake.isOn()]).toEqual([Number.POSITIVE_INFINITY, false]);
  });

  it('doubles the pause with every trial that fails, up to the longest', () => {
    const { brake, pass } = create();
    const pauses = Array.from({ length: 8 }, () => {
      brake.failed();
      const pause = brake.waitMs();
      pass(pause);
      return pause / 1000;
    });
    expect(pauses).toEqual([1, 2, 4, 8, 16, 32, 60, 60]);
  });

  it('counts what fails or succeeds during the pause for nothing', () => {
    const { brake, pass } = create();
    for (let count = 0; count < 50; count += 1) brake.failed();
    brake.succeeded();
    expect(brake.waitMs()).toBe(1000);
    pass(1000);
    expect(brake.room()).toBe(1);
    brake.failed();
    expect(brake.waitMs()).toBe(2000);
  });
});

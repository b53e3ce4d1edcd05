import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import { createPatientSlots } from './patient-slots.js';

const A_MOMENT_MS = 1;
const LONG_MS = 60_000;

describe('patient slots', () => {
  it('gives no more slots than there are, while nobody is slow', () => {
    const slots = createPatientSlots({ count: 2, slowAfterMs: LONG_MS });
    const [first, second, third] = [slots.tryTake(), slots.tryTake(), slots.tryTake()];
    expect(third).toBeNull();
    expect(slots.free()).toBe(0);
    first?.();
    first?.();
    expect(slots.free()).toBe(1);
    second?.();
    expect(slots.taken()).toBe(0);
  });

  it('gives the slot of a slow holder to another one, and says so', async () => {
    let freed = 0;
    const slots = createPatientSlots({ count: 1, slowAfterMs: A_MOMENT_MS, onFreed: () => freed++ });
    const slow = slots.tryTake();
    expect(slots.tryTake()).toBeNull();
    await sleep(20);
    expect(freed).toBe(1);
    expect(slots.free()).toBe(1);
    expect(slots.taken()).toBe(1);
    slow?.();
  });

  it('gives no more when as many are slow as there are slots, until one of them ends', async () => {
    const slots = createPatientSlots({ count: 2, slowAfterMs: A_MOMENT_MS });
    const releases = [slots.tryTake(), slots.tryTake()];
    await sleep(20);
    releases.push(slots.tryTake(), slots.tryTake());
    await sleep(20);
    expect(slots.free()).toBe(0);
    expect(slots.tryTake()).toBeNull();
    releases[0]?.();
    expect(slots.free()).toBe(1);
    for (const release of releases) release?.();
    await slots.drained();
    expect(slots.free()).toBe(2);
  });
});

import { describe, expect, it } from '@jest/globals';
import { createSlots } from './slots.js';

describe('createSlots', () => {
  it('hands out no more slots than there are, until one is given back', () => {
    const slots = createSlots(2);
    const first = slots.tryTake();
    slots.tryTake();
    expect(slots.tryTake()).toBeNull();
    expect([slots.taken(), slots.free()]).toEqual([2, 0]);
    first?.();
    expect(slots.free()).toBe(1);
    expect(slots.tryTake()).not.toBeNull();
  });

  it('counts a slot that is given back twice once', () => {
    const slots = createSlots(2);
    const [first] = [slots.tryTake(), slots.tryTake()];
    first?.();
    first?.();
    expect(slots.taken()).toBe(1);
  });

  it('serves those who wait in order, and before newcomers', async () => {
    const slots = createSlots(1);
    const served: string[] = [];
    const take = async (name: string) => {
      const slot = await slots.take();
      served.push(name);
      return slot;
    };
    const release = slots.tryTake();
    const waiters = ['a', 'b'].map((name) => take(name));
    expect(slots.waiting()).toBe(2);
    expect(slots.tryTake()).toBeNull();
    release?.();
    const first = await waiters[0];
    expect(served).toEqual(['a']);
    first?.();
    await waiters[1];
    expect(served).toEqual(['a', 'b']);
  });

  it('lets a waiter leave the queue, and serves the next one', async () => {
    const slots = createSlots(1);
    const release = slots.tryTake();
    const patience = new AbortController();
    const impatient = slots.take(patience.signal);
    const patient = slots.take();
    patience.abort(new Error('waited too long'));
    await expect(impatient).rejects.toThrow('waited too long');
    release?.();
    await patient;
    expect([slots.taken(), slots.waiting()]).toEqual([1, 0]);
  });

  it('takes no slot for a signal that is aborted already', async () => {
    const slots = createSlots(1);
    await expect(slots.take(AbortSignal.abort(new Error('stopped')))).rejects.toThrow('stopped');
    expect(slots.free()).toBe(1);
  });

  it('is drained when the last slot is given back and nobody waits', async () => {
    const slots = createSlots(1);
    await slots.drained();
    const release = slots.tryTake();
    const next = slots.take();
    let drained = false;
    const draining = slots.drained().then(() => {
      drained = true;
    });
    release?.();
    const last = await next;
    expect(drained).toBe(false);
    last();
    await draining;
    expect(drained).toBe(true);
  });
});

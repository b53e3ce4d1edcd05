import { describe, expect, it } from '@jest/globals';
import { createByteBudget } from './byte-budget.js';

const NEVER = new AbortController().signal;

function budgetOf(maxBytes: number) {
  const budget = createByteBudget(maxBytes, 0);
  const done: string[] = [];
  const grow = (name: string, growing: ReturnType<typeof budget.growing>, bytes: number, signal = NEVER) => {
    const wait = growing.grow(bytes, signal);
    if (!wait) done.push(name);
    return wait?.then(() => void done.push(name));
  };
  return { ...budget, done, grow };
}

describe('createByteBudget', () => {
  it('lets all go on while there is room', () => {
    const { growing, grow, held, done } = budgetOf(100);
    grow('a', growing(), 40);
    grow('b', growing(), 50);
    expect([held(), done]).toEqual([90, ['a', 'b']]);
  });

  it('lets only the oldest go on when there is none, and the next when that ends', async () => {
    const { growing, grow, held, done } = budgetOf(100);
    const [a, b, c] = [growing(), growing(), growing()];
    grow('b', b, 90);
    const waiting = [grow('c', c, 30), grow('b again', b, 1)];
    grow('a', a, 500);
    expect(done).toEqual(['b', 'a']);
    a.end();
    await waiting[1];
    expect(done).toEqual(['b', 'a', 'b again']);
    b.end();
    await waiting[0];
    expect([held(), done.at(-1)]).toEqual([30, 'c']);
  });

  it('lets all wait for what is whole, even the oldest when that is much', async () => {
    const { growing, grow, hold, done } = budgetOf(100);
    const [much, little] = [hold(200), hold(40)];
    const waiting = [grow('oldest', growing(), 60), grow('next', growing(), 1)];
    expect(done).toEqual([]);
    much();
    much();
    await waiting[0];
    expect(done).toEqual(['oldest']);
    little();
    await waiting[1];
    expect(done).toEqual(['oldest', 'next']);
  });

  it('lets what is small go on', () => {
    const { growing } = createByteBudget(1, 10);
    void growing().grow(50, NEVER);
    const small = growing();
    expect(small.grow(10, NEVER)).toBeNull();
    expect(small.grow(1, NEVER)).not.toBeNull();
  });

  it('gives up with the signal', async () => {
    const { growing, grow, held } = budgetOf(1);
    const [oldest, other] = [growing(), growing()];
    grow('oldest', oldest, 5);
    const stop = new AbortController();
    const waiting = grow('other', other, 5, stop.signal);
    stop.abort(new Error('stopping'));
    await expect(waiting).rejects.toThrow('stopping');
    other.end();
    oldest.end();
    expect(held()).toBe(0);
  });
});

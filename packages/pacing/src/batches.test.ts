import { describe, expect, it } from '@jest/globals';
import { type BatchOptions, inBatches } from './batches.js';

/** Doubles numbers; each batch ends when the test says so. */
function createDoubling(
  size: number,
  resultsOf = (items: number[]) => items.map((item) => item * 2),
  options?: BatchOptions,
) {
  const batches: number[][] = [];
  const ends: (() => void)[] = [];
  const work = async (items: number[]) => {
    batches.push(items);
    await new Promise<void>((resolve) => ends.push(resolve));
    return resultsOf(items);
  };
  const double = inBatches(size, work, options);
  const endAll = async () => {
    for (let end = ends.shift(); end; end = ends.shift()) {
      end();
      await new Promise(setImmediate);
    }
  };
  return { double, batches, endAll };
}

describe('inBatches', () => {
  it('begins with the first item and gathers the others meanwhile', async () => {
    const { double, batches, endAll } = createDoubling(10);
    const doubled = Promise.all([1, 2, 3].map(double));
    await endAll();
    expect(await doubled).toEqual([2, 4, 6]);
    expect(batches).toEqual([[1], [2, 3]]);
  });

  it('takes no more items at once than allowed', async () => {
    const { double, batches, endAll } = createDoubling(2);
    const doubled = Promise.all([1, 2, 3, 4].map(double));
    await endAll();
    expect(await doubled).toEqual([2, 4, 6, 8]);
    expect(batches).toEqual([[1], [2, 3], [4]]);
  });

  it('gathers only when as many batches are under way as allowed', async () => {
    const { double, batches, endAll } = createDoubling(10, undefined, { atOnce: 2 });
    const doubled = Promise.all([1, 2, 3, 4].map(double));
    await endAll();
    expect(await doubled).toEqual([2, 4, 6, 8]);
    expect(batches).toEqual([[1], [2], [3, 4]]);
  });

  it('also gathers before the first batch, if it is to', async () => {
    const { double, batches, endAll } = createDoubling(10, undefined, { gathers: true });
    const doubled = Promise.all([1, 2, 3].map(double));
    await new Promise(setImmediate);
    await endAll();
    expect(await doubled).toEqual([2, 4, 6]);
    expect(batches).toEqual([[1, 2, 3]]);
  });

  it('fails the items of a batch that fails, and goes on with the next', async () => {
    const { double, endAll } = createDoubling(2, (items) => {
      if (items.includes(2)) throw new Error('no twos');
      return items;
    });
    const doubled = Promise.allSettled([1, 2, 3, 4].map(double));
    await endAll();
    expect((await doubled).map(({ status }) => status)).toEqual([
      'fulfilled',
      'rejected',
      'rejected',
      'fulfilled',
    ]);
  });
});

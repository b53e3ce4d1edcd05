import { describe, expect, it } from '@jest/globals';
import { createGate, DatabaseBusyError } from './database-gate.js';
import { isDatabaseTrouble } from './database-trouble.js';

const LIMITS = { atOnce: 2, maxWaiting: 3, waitSeconds: 60, resultSeconds: 60 };

/** Work that ends when the test says. */
function heldWork() {
  const ends: (() => void)[] = [];
  return { ends, work: () => new Promise<string>((resolve) => ends.push(() => resolve('done'))) };
}

describe('createGate', () => {
  it('starts waiting work in order as connections become free', async () => {
    const gate = createGate(LIMITS);
    const { ends, work } = heldWork();
    const begun: number[] = [];
    const all = [0, 1, 2, 3].map((n) =>
      gate(() => {
        begun.push(n);
        return work();
      }),
    );
    await Promise.resolve();
    expect(begun).toEqual([0, 1]);
    ends[0]?.();
    await all[0];
    await Promise.resolve();
    expect(begun).toEqual([0, 1, 2]);
    ends[1]?.();
    ends[2]?.();
    await Promise.all([all[1], all[2]]);
    ends[3]?.();
    expect(await all[3]).toBe('done');
  });

  it('refuses work at once when too much is waiting', async () => {
    const gate = createGate(LIMITS);
    const { ends, work } = heldWork();
    const all = Array.from({ length: 5 }, () => gate(work));
    await expect(gate(work)).rejects.toThrow(DatabaseBusyError);
    while (ends.length < 5) {
      for (const end of ends) end();
      await new Promise(setImmediate);
    }
    for (const end of ends) end();
    expect(await Promise.all(all)).toHaveLength(5);
  });

  it('refuses work that waited too long, and accepts later work', async () => {
    const gate = createGate({ ...LIMITS, waitSeconds: 0.01 });
    const { ends, work } = heldWork();
    const busy = [gate(work), gate(work)];
    await expect(gate(work)).rejects.toThrow('no connection became free within 0.01s');
    for (const end of ends) end();
    await Promise.all(busy);
    expect(await gate(async () => 'later')).toBe('later');
  });

  it('reports a silent database to the caller, and keeps the connection taken', async () => {
    const gate = createGate({ atOnce: 1, maxWaiting: 0, waitSeconds: 0.01, resultSeconds: 0.01 });
    const { ends, work } = heldWork();
    const error: unknown = await gate(work).catch((reason: unknown) => reason);
    expect(isDatabaseTrouble(error)).toBe(true);
    await expect(gate(work)).rejects.toThrow(DatabaseBusyError);
    ends[0]?.();
    await new Promise(setImmediate);
    expect(await gate(async () => 'later')).toBe('later');
  });

  it('frees the connection of work that fails', async () => {
    const gate = createGate({ ...LIMITS, atOnce: 1 });
    await expect(gate(() => Promise.reject(new Error('no such table')))).rejects.toThrow('no such table');
    expect(await gate(async () => 'later')).toBe('later');
  });
});

describe('isDatabaseTrouble', () => {
  it.each([
    ['a refused connection', Object.assign(new Error(), { code: 'ECONNREFUSED' }), true],
    ['a cancelled statement', Object.assign(new Error(), { code: '57014' }), true],
    [
      'one that drizzle wrapped',
      new Error('Failed query', { cause: Object.assign(new Error(), { code: '57P01' }) }),
      true,
    ],
    ['a full disk', Object.assign(new Error(), { code: '53100' }), true],
    ['a lost connection', Object.assign(new Error(), { code: '08006' }), true],
    ['a silent connection', Object.assign(new Error(), { code: 'CONNECTION_SILENT' }), true],
    ['a read-only server', Object.assign(new Error(), { code: '25006' }), true],
    ['a wrong password', Object.assign(new Error(), { code: '28P01' }), false],
    ['a broken constraint', Object.assign(new Error(), { code: '23505' }), false],
    ['a bug', new TypeError('x is not a function'), false],
    ['nothing', undefined, false],
  ])('judges %s: %p', (_given, error, expected) => {
    expect(isDatabaseTrouble(error)).toBe(expected);
  });
});

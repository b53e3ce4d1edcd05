import { afterEach, describe, expect, it } from '@jest/globals';
import { openHostilePool } from './hostile-pool.js';

let { pool, run, readValue, troubles } = openHostilePool();
afterEach(async () => {
  await pool.close();
  expect(troubles).toEqual([]);
  ({ pool, run, readValue, troubles } = openHostilePool());
});

describe('a document that ends its reader', () => {
  it.each([
    ['fills the heap', 'grow', { kind: 'too_costly', limit: 'memory' }],
    ['makes a string longer than there can be', 'growAString', { kind: 'too_costly', limit: 'memory' }],
    ['recurses without end', 'recurse', { kind: 'too_costly', limit: 'memory' }],
    ['loops', 'loop', { kind: 'too_costly', limit: 'time' }],
    ['backtracks where nothing can interrupt it', 'backtrack', { kind: 'too_costly', limit: 'time' }],
    ['waits for what never comes', 'neverEnds', { kind: 'too_costly', limit: 'time' }],
    ['has a huge result', 'hugeResult', { kind: 'too_costly', limit: 'result' }],
    ['announces a huge result', 'announceTooMuch', { kind: 'too_costly', limit: 'result' }],
    ['aborts the process', 'abort', { kind: 'crashed' }],
    ['exits the process', 'exit', { kind: 'crashed', detail: 'exit code 3' }],
    ['throws where nobody catches', 'throwLater', { kind: 'crashed' }],
  ] as const)('is blamed, and the next one is read, given one that %s', async (_given, deed, expected) => {
    expect(await run(deed)).toMatchObject(expected);
    expect(await readValue('echo', { text: 'next' })).toBe('next ');
  });

  const onLinux = process.platform === 'linux';
  it('is too costly, given one that allocates beside the heap', async () => {
    const result = await run('growOutsideTheHeap');
    // Elsewhere the system does not limit it, and the deadline does.
    expect(result).toMatchObject({ kind: 'too_costly', limit: onLinux ? 'memory' : 'time' });
  });
});

describe('a mistake in a task', () => {
  it('is thrown, and the reader goes on', async () => {
    const pid = await readValue('pid');
    await expect(run('throw')).rejects.toThrow('a mistake');
    expect(await readValue('pid')).toBe(pid);
  });
});

import { afterEach, describe, expect, it } from '@jest/globals';
import { isAlive, openHostilePool } from './hostile-pool.js';

const opened: { close(): Promise<void> }[] = [];
afterEach(async () => {
  await Promise.all(opened.splice(0).map((pool) => pool.close()));
});

function open(options: Parameters<typeof openHostilePool>[0] = {}) {
  const hostile = openHostilePool(options);
  opened.push(hostile.pool);
  return hostile;
}
const numbers = (count: number) => Array.from({ length: count }, (_, index) => index);

describe('a reading pool', () => {
  it('gives each of a thousand documents its own result', async () => {
    const { pool } = open();
    const results = await Promise.all(
      numbers(1000).map((index) =>
        pool.run({ task: 'echo', input: { text: `${index}` }, bytes: Buffer.from(`é${index}`) }),
      ),
    );
    expect(results).toEqual(
      numbers(1000).map((index) => ({ kind: 'read', value: `${index} é${index}`, items: [] })),
    );
  });

  it('passes many items on in their order', async () => {
    const { run } = open();
    const result = await run('items', { count: 5000 });
    expect(result).toMatchObject({ kind: 'read', value: 5000 });
    const items = result.kind === 'read' ? result.items : [];
    expect(items).toEqual(numbers(5000).map((index) => ({ index, text: 'é'.repeat(100) })));
  });

  it('passes on large documents', async () => {
    const { pool } = open();
    const bytes = Buffer.alloc(3_000_000, 'abc');
    const result = await pool.run({ task: 'echo', input: { text: '' }, bytes });
    expect(result).toMatchObject({ kind: 'read', value: ` ${bytes.toString()}` });
  });

  it('blames every hostile document and no innocent one', async () => {
    const { run } = open({ limits: { heapMb: 32 } });
    const deeds = ['grow', 'abort', 'exit', 'recurse', 'throwLater'] as const;
    const results = await Promise.all(
      numbers(300).map(async (index) => {
        const deed = index % 20 === 7 ? deeds[Math.floor(index / 20) % deeds.length] : undefined;
        const { kind } = deed ? await run(deed) : await run('echo', { text: `${index}` });
        return [deed !== undefined, kind === 'read'];
      }),
    );
    const counted = results.map(([isHostile, isRead]) => `${isHostile} ${isRead}`);
    expect(counted.filter((one) => one === 'false true')).toHaveLength(285);
    expect(counted.filter((one) => one === 'true false')).toHaveLength(15);
  });

  it('reads the others on time while several are slow, and gives up those that are too many', async () => {
    const { run } = open({ limits: { deadlineMs: 1500, patienceMs: 200 } });
    const finished: string[] = [];
    const note = (what: string) => (result: { kind: string }) => finished.push(`${what} ${result.kind}`);
    const slow = numbers(8).map(() => run('loop').then(note('slow')));
    const quick = numbers(40).map(() => run('work', { ms: 5 }).then(note('quick')));
    await Promise.all([...slow, ...quick]);
    const lastQuick = finished.lastIndexOf('quick read');
    expect(finished.filter((one) => one === 'quick read')).toHaveLength(40);
    expect(finished.filter((one) => one === 'slow too_costly')).toHaveLength(8);
    // Four of the slow ones wait for their turn, which comes after all of the others.
    expect(finished.slice(lastQuick + 1).length).toBeGreaterThanOrEqual(4);
  });

  it('reads small documents before large ones that came earlier', async () => {
    const { pool } = open();
    const finished: string[] = [];
    const work = (size: string, bytes: number) =>
      pool
        .run({ task: 'work', input: { ms: 20 }, bytes: Buffer.alloc(bytes) })
        .then(() => finished.push(size));
    const large = numbers(20).map(() => work('large', 300_000));
    const small = numbers(15).map(() => work('small', 10));
    await Promise.all([...large, ...small]);
    expect(finished.slice(finished.lastIndexOf('small')).length).toBeGreaterThan(10);
  });

  it('reads large documents, too, while small ones keep coming', async () => {
    const { pool } = open();
    let isOver = false;
    const work = (bytes: number) => pool.run({ task: 'work', input: { ms: 1 }, bytes: Buffer.alloc(bytes) });
    const small = numbers(50).map(async () => {
      while (!isOver) await work(10);
    });
    await Promise.all(numbers(20).map(() => work(300_000)));
    isOver = true;
    await Promise.all(small);
  });

  it('replaces a process after its share of documents', async () => {
    const { readValue } = open({ readers: 1, limits: { maxJobs: 3 } });
    const pids = [];
    for (const _ of numbers(9)) pids.push(await readValue('pid'));
    expect(new Set(pids).size).toBeGreaterThanOrEqual(3);
    expect(pids.slice(0, 3)).toEqual([pids[0], pids[0], pids[0]]);
  });

  it('replaces a process that has grown large', async () => {
    const { readValue } = open({ readers: 1, limits: { maxIdleMb: 1 } });
    expect(await readValue('pid')).not.toBe(await readValue('pid'));
  });

  it('reads again what a process read that was killed from outside', async () => {
    const { readValue } = open({ readers: 1 });
    const pid = (await readValue('pid')) as number;
    const reading = readValue('work', { ms: 300 });
    process.kill(pid, 'SIGKILL');
    expect(await reading).not.toBe(pid);
  });

  it('gives its processes nothing of the environment', async () => {
    process.env.SECRET_OF_THE_TEST = 'a secret';
    const environment = (await open().readValue('environment')) as Record<string, string>;
    delete process.env.SECRET_OF_THE_TEST;
    expect(Object.keys(environment).filter((name) => !['TZ', 'PWD', 'SHLVL', '_'].includes(name))).toEqual(
      [],
    );
  });
});

describe('the end of a job or of the pool', () => {
  it('rejects a job that is aborted, whether it waits or is being read, and reads the others', async () => {
    const { run, readValue } = open({ readers: 1 });
    const giveUp = new AbortController();
    const jobs = numbers(6).map(() => run('work', { ms: 100 }, giveUp.signal));
    const other = readValue('echo', { text: 'other' });
    giveUp.abort(new Error('given up'));
    for (const job of await Promise.allSettled(jobs))
      expect(job).toMatchObject({ status: 'rejected', reason: { message: 'given up' } });
    expect(await other).toBe('other ');
    await expect(run('pid', {}, giveUp.signal)).rejects.toThrow('given up');
  });

  it('rejects what is open and ends every process, when the pool is closed while it is busy', async () => {
    const { pool, run, readValue } = open();
    const pid = (await readValue('pid')) as number;
    const jobs = [run('loop'), run('neverEnds'), ...numbers(20).map(() => run('pid'))];
    const settled = Promise.allSettled(jobs);
    await pool.close();
    for (const job of await settled) expect(job).toMatchObject({ status: 'rejected' });
    expect(isAlive(pid)).toBe(false);
    await expect(run('pid')).rejects.toThrow('closed');
  });

  it('refuses more documents than may wait', async () => {
    const { run } = open({ limits: { maxWaiting: 2 } });
    const jobs = [run('pid'), run('pid')];
    await expect(run('pid')).rejects.toThrow('too many');
    await Promise.all(jobs);
  });
});

describe('processes that cannot be started', () => {
  it('are a fault of ours that is reported once, given a broken module', async () => {
    const { run, troubles } = open({ entry: new URL('./no-such-module.mjs', import.meta.url) });
    await expect(run('pid')).rejects.toThrow('could not be started');
    await expect(run('pid')).rejects.toThrow('could not be started');
    expect(troubles).toHaveLength(1);
  });
});

import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { AlreadyRunningError, acquireInstanceLock } from './instance-lock.js';
import { inspectProcess } from './process-info.js';

const NO_SUCH_PID = 2 ** 22 + 1;

describe('the instance lock', () => {
  let dataDir: string;
  let path: string;
  beforeEach(() => {
    dataDir = mkdtempSync(join(tmpdir(), 'feedwarden-lock-'));
    path = join(dataDir, 'feedwarden.lock');
  });
  afterEach(() => rmSync(dataDir, { recursive: true }));

  test('reports the pid and the addresses of its running owner', async () => {
    const lock = await acquireInstanceLock(dataDir);
    lock.update({ addresses: ['http://127.0.0.1:4100'] });
    const before = readFileSync(path, 'utf8');

    const second = acquireInstanceLock(dataDir);

    await expect(second).rejects.toThrow(AlreadyRunningError);
    await expect(second).rejects.toThrow(new RegExp(`process ${process.pid} at http://127\\.0\\.0\\.1:4100`));
    expect(readFileSync(path, 'utf8')).toBe(before);
  });

  test('can be taken once it is released', async () => {
    (await acquireInstanceLock(dataDir)).release();
    expect(readdirSync(dataDir)).toEqual([]);
    expect((await acquireInstanceLock(dataDir)).leftovers).toEqual([]);
  });

  test.each([
    { owner: 'a dead process', record: { pid: NO_SUCH_PID, startedAt: '1' } },
    { owner: 'a pid that another process has now', record: { pid: process.pid, startedAt: 'another time' } },
  ])('is taken over from $owner, with its children', async ({ record }) => {
    const children = [{ name: 'crawler', pid: NO_SUCH_PID, startedAt: '2' }];
    writeFileSync(path, JSON.stringify({ ...record, addresses: [], children }));

    const lock = await acquireInstanceLock(dataDir);

    expect(lock.leftovers).toEqual(children);
    expect(JSON.parse(readFileSync(path, 'utf8'))).toMatchObject({ pid: process.pid, children });
    expect(readdirSync(dataDir)).toEqual(['feedwarden.lock']);
  });

  test('is taken over after a little while, given one that a crash left empty', async () => {
    writeFileSync(path, '');
    await acquireInstanceLock(dataDir);
    expect(JSON.parse(readFileSync(path, 'utf8')).pid).toBe(process.pid);
  });

  test('is taken over by exactly one of several starts', async () => {
    writeFileSync(path, JSON.stringify({ pid: NO_SUCH_PID }));
    const outcomes = await Promise.allSettled(Array.from({ length: 8 }, () => acquireInstanceLock(dataDir)));
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  test('is not released if it has another owner meanwhile', async () => {
    const lock = await acquireInstanceLock(dataDir);
    const other = JSON.stringify({ pid: 1, startedAt: inspectProcess(1)?.startedAt });
    writeFileSync(path, other);
    lock.release();
    expect(readFileSync(path, 'utf8')).toBe(other);
  });
});

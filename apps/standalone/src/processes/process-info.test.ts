import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { describe, expect, test } from '@jest/globals';
import { fromPs, inspectProcess, isSameProcess } from './process-info.js';

describe('process info', () => {
  test.each([0, -1, 1.5, Number.NaN])(
    'Given %p, which is no pid, when it is inspected, then there is none',
    (pid) => {
      expect(inspectProcess(pid)).toBeUndefined();
    },
  );

  test('Given a running process, when it is inspected, then its command and a lasting start time come back', () => {
    const found = inspectProcess(process.pid);
    expect(found?.command).toContain('jest');
    expect(inspectProcess(process.pid)?.startedAt).toBe(found?.startedAt);
  });

  test('Given no /proc, when ps is asked instead, then it tells the same kind of things', () => {
    const found = fromPs(process.pid);
    expect(found?.command).toContain('jest');
    expect(found?.startedAt).toMatch(/\d\d:\d\d:\d\d \d{4}$/);
  });

  test('Given a process that ended, when it is compared with its record, then it is not the same', async () => {
    const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)']);
    const record = { pid: child.pid ?? 0, startedAt: inspectProcess(child.pid ?? 0)?.startedAt };
    expect(isSameProcess(record)).toBe(true);
    child.kill('SIGKILL');
    await once(child, 'exit');
    expect(isSameProcess(record)).toBe(false);
  });

  test('Given a pid with another start time, when it is compared, then it is another process', () => {
    expect(isSameProcess({ pid: process.pid, startedAt: 'long ago' })).toBe(false);
  });
});

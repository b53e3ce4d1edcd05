import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { describe, expect, test } from '@jest/globals';
import { fromPs, inspectProcess, isSameProcess } from './process-info.js';

describe('the info about a process', () => {
  test.each([0, -1, 1.5, Number.NaN])('is missing for %p, which is no pid', (pid) => {
    expect(inspectProcess(pid)).toBeUndefined();
  });

  test('has the command and a lasting start time of a running process', () => {
    const found = inspectProcess(process.pid);
    expect(found?.command).toContain('jest');
    expect(inspectProcess(process.pid)?.startedAt).toBe(found?.startedAt);
  });

  test('comes from ps, given no /proc', () => {
    const found = fromPs(process.pid);
    expect(found?.command).toContain('jest');
    expect(found?.startedAt).toMatch(/\d\d:\d\d:\d\d \d{4}$/);
  });

  test('does not match a process that has ended', async () => {
    const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)']);
    const record = { pid: child.pid ?? 0, startedAt: inspectProcess(child.pid ?? 0)?.startedAt };
    expect(isSameProcess(record)).toBe(true);
    child.kill('SIGKILL');
    await once(child, 'exit');
    expect(isSameProcess(record)).toBe(false);
  });

  test('does not match a pid with another start time', () => {
    expect(isSameProcess({ pid: process.pid, startedAt: 'long ago' })).toBe(false);
  });
});

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, it } from '@jest/globals';
import { isAlive } from './hostile-pool.js';

const here = (name: string) => new URL(name, import.meta.url).pathname;
const started: ChildProcess[] = [];
afterEach(() => {
  for (const child of started.splice(0)) child.kill('SIGKILL');
});

async function startParent(script: string): Promise<{ parent: ChildProcess; pids: number[] }> {
  const parent = spawn(process.execPath, [here(script)], { stdio: ['ignore', 'pipe', 'inherit'] });
  started.push(parent);
  if (!parent.stdout) throw new Error('no stdout');
  const [line] = await once(createInterface(parent.stdout), 'line');
  return { parent, pids: JSON.parse(line) };
}

async function ended(pids: number[]): Promise<void> {
  while (pids.some(isAlive)) await sleep(20);
}

describe('readers that are busy without end', () => {
  it.each([
    ['by the system, where it can', './pool-parent.mjs'],
    ['by themselves, where it cannot', './lone-parent.mjs'],
  ])('end %s, when their parent is killed', async (_how, script) => {
    const { parent, pids } = await startParent(script);
    expect(pids.filter(isAlive)).toEqual(pids);
    parent.kill('SIGKILL');
    await ended(pids);
  });

  it('do not end with a signal that is meant for the parent', async () => {
    const { pids } = await startParent('./pool-parent.mjs');
    for (const pid of pids) for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.kill(pid, signal);
    await sleep(200);
    expect(pids.filter(isAlive)).toEqual(pids);
  });
});

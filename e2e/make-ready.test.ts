import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';

let root: string;
const write = (path: string, text: string) => writeFileSync(join(root, path), text);
const log = () => readFileSync(join(root, 'log'), 'utf8').split('\n').filter(Boolean);

/** A project whose steps only note that they ran. */
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'feedwarden-ready-'));
  for (const folder of ['scripts', 'node_modules', 'packages/one/src', 'packages/one/dist'])
    mkdirSync(join(root, folder), { recursive: true });
  cpSync(join(import.meta.dirname, '../scripts/make-ready.mjs'), join(root, 'scripts/make-ready.mjs'));
  const scripts = {
    bootstrap: 'echo installing noise && echo bootstrap >> log',
    build: 'echo building noise && echo build >> log && test ! -f broken',
  };
  write('package.json', JSON.stringify({ scripts }));
  write('packages/one/package.json', '{}');
  write('packages/one/tsconfig.json', '{}');
  write('packages/one/src/index.ts', 'export {};');
  for (const file of ['pnpm-lock.yaml', 'pnpm-workspace.yaml', 'tsconfig.base.json', 'log']) write(file, '');
});
afterEach(() => rmSync(root, { recursive: true }));

function makeReady() {
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(root, 'scripts/make-ready.mjs')], {
    encoding: 'utf8',
  });
  return { status, stdout, stderr };
}

describe('make-ready', () => {
  it('installs and builds the first time, and is silent the second', () => {
    const first = makeReady();
    expect(first).toMatchObject({ status: 0, stdout: '' });
    expect(first.stderr).toMatch(/Installing …\ninstalling noise\n[\s\S]*Building …\n$/);
    expect(makeReady()).toEqual({ status: 0, stdout: '', stderr: '' });
    expect(log()).toEqual(['bootstrap', 'build']);
  });

  it.each([
    { what: 'a changed source', change: () => write('packages/one/src/index.ts', ''), runs: ['build'] },
    { what: 'a new source', change: () => write('packages/one/src/new.ts', ''), runs: ['build'] },
    { what: 'a lost source', change: () => rmSync(join(root, 'packages/one/src/index.ts')), runs: ['build'] },
    {
      what: 'a lost build',
      change: () => rmSync(join(root, 'packages/one/dist'), { recursive: true }),
      runs: ['build'],
    },
    { what: 'another lockfile', change: () => write('pnpm-lock.yaml', 'x'), runs: ['bootstrap', 'build'] },
  ])('runs $runs after $what', ({ change, runs }) => {
    makeReady();
    write('log', '');
    change();
    expect(makeReady().status).toBe(0);
    expect(log()).toEqual(runs);
  });

  it('shows the output of a build that fails, and builds again the next time', () => {
    write('broken', '');
    expect(makeReady()).toMatchObject({ status: 1, stderr: expect.stringContaining('building noise') });
    rmSync(join(root, 'broken'));
    write('log', '');
    expect(makeReady().status).toBe(0);
    expect(log()).toContain('build');
  });
});

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { inspectProcess } from '../src/processes/process-info.js';
import { freePort } from '../src/processes/tcp-ports.js';
import { type Launched, stubInstallation } from './stub-installation.js';
import { type ThrowAwayDir, throwAwayDir } from './throw-away-dir.js';

// initdb and two starts, on a machine that may be busy with the other suites.
jest.setTimeout(60_000);

describe('the launcher', () => {
  let directory: ThrowAwayDir;
  let start: () => Launched;
  let launches: Launched[] = [];

  beforeAll(async () => {
    directory = throwAwayDir();
    const launch = stubInstallation(directory.path, {
      PATH: process.env.PATH,
      SOURCE_MANAGER_PORT: String(await freePort()),
      CRAWLER_PORT: String(await freePort()),
    });
    start = () => {
      const launched = launch();
      launches.push(launched);
      return launched;
    };
  });
  afterEach(async () => {
    for (const launched of launches) launched.process.kill('SIGTERM');
    await Promise.all(launches.map((launched) => launched.exitCode()));
    launches = [];
  });
  afterAll(() => directory.remove());

  function startedPids(): number[] {
    const dataDir = join(directory.path, '.data');
    const { children } = JSON.parse(readFileSync(join(dataDir, 'feedwarden.lock'), 'utf8'));
    const postmaster = readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')[0];
    return [...children.map(({ pid }: { pid: number }) => pid), Number(postmaster)];
  }

  function expectNothingLeft(pids: number[]): void {
    expect(pids.map(inspectProcess)).toEqual(pids.map(() => undefined));
    expect(existsSync(join(directory.path, '.data/feedwarden.lock'))).toBe(false);
  }

  test.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
    'stops everything in order and leaves nothing behind on %s',
    async (signal) => {
      const launched = start();
      await launched.says('Feedwarden is running.');
      const pids = startedPids();

      launched.process.kill(signal);

      expect(await launched.exitCode()).toBe(0);
      expect(launched.output().match(/\S+ (started|stopped)/g)).toEqual([
        'source-manager started',
        'crawler started',
        'crawler stopped',
        'source-manager stopped',
      ]);
      expectNothingLeft(pids);
    },
  );

  test('refuses a second start and disturbs nothing', async () => {
    const first = start();
    await first.says('Feedwarden is running.');

    const second = start();

    expect(await second.exitCode()).toBe(1);
    expect(second.output()).toContain(
      `already runs on ${directory.path}/.data as process ${first.process.pid} at http`,
    );
    first.process.kill('SIGTERM');
    expect(await first.exitCode()).toBe(0);
  });

  test('replaces what a killed launcher left behind', async () => {
    const killed = start();
    await killed.says('Feedwarden is running.');
    const leftovers = startedPids();
    killed.process.kill('SIGKILL');
    await killed.exitCode();

    const next = start();
    await next.says('Feedwarden is running.');

    expect(leftovers.map(inspectProcess)).toEqual([undefined, undefined, undefined]);
    const pids = startedPids();
    next.process.kill('SIGINT');
    expect(await next.exitCode()).toBe(0);
    expectNothingLeft(pids);
  });

  test('stops the rest with exit code 1 after a service ends by itself', async () => {
    const launched = start();
    await launched.says('Feedwarden is running.');
    const pids = startedPids();

    process.kill(pids[1] ?? 0, 'SIGUSR2');

    expect(await launched.exitCode()).toBe(1);
    expect(launched.output()).toContain('crawler exited with code 7');
    expectNothingLeft(pids);
  });
});

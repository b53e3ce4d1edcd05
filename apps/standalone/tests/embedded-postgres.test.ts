import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import postgres from 'postgres';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../src/postgres/embedded-postgres.js';
import { inspectProcess } from '../src/processes/process-info.js';
import { launchParent } from './launch-parent.js';
import { type ThrowAwayDir, throwAwayDir } from './throw-away-dir.js';

const password = "it's a %pass/word";

// initdb, on a machine that may be busy with the other suites.
jest.setTimeout(60_000);

describe('embedded PostgreSQL', () => {
  let directory: ThrowAwayDir;
  let dataDir: string;
  let server: EmbeddedPostgres | undefined;

  beforeEach(() => {
    directory = throwAwayDir();
    dataDir = join(directory.path, 'postgres');
  });
  afterEach(async () => {
    await server?.stop();
    server = undefined;
    directory.remove();
  });

  async function start(): Promise<EmbeddedPostgres> {
    server = await startEmbeddedPostgres({ dataDir, password, durable: false });
    return server;
  }

  async function query(url: string, text: string): Promise<Record<string, unknown>[]> {
    const sql = postgres(url, { max: 1, onnotice: () => {} });
    try {
      return [...(await sql.unsafe(text))];
    } finally {
      await sql.end();
    }
  }

  test('lets in only who knows the password, over loopback', async () => {
    const { port, url } = await start();

    const [row] = await query(
      url('postgres'),
      `select current_setting('listen_addresses') as listens,
      current_setting('max_connections') as connections, current_setting('server_encoding') as encoding`,
    );
    expect(row).toEqual({ listens: '127.0.0.1', connections: '200', encoding: 'UTF8' });
    const stranger = `postgres://postgres:guess@127.0.0.1:${port}/postgres`;
    await expect(query(stranger, 'select 1')).rejects.toMatchObject({ code: '28P01' });
    expect(readdirSync(directory.path).sort()).toEqual(['postgres', 'postgres.log']);
  });

  test('keeps its data, given a restart', async () => {
    const first = await start();
    await query(first.url('postgres'), 'create table kept as select 42 as answer');
    await first.stop();
    expect(await first.exited).toEqual({ code: 0, signal: null });

    const second = await start();
    expect(await query(second.url('postgres'), 'select answer from kept')).toEqual([{ answer: 42 }]);
  });

  test('replaces the postmaster of a parent that was killed', async () => {
    const parent = launchParent(dataDir, password);
    const [output] = parent.stdout ? await once(parent.stdout, 'data') : [];
    const leftover = Number(output);
    parent.kill('SIGKILL');
    await once(parent, 'exit');
    expect(inspectProcess(leftover)).toBeDefined();

    const { url } = await start();

    expect(inspectProcess(leftover)).toBeUndefined();
    expect(await query(url('postgres'), 'select 1 as one')).toEqual([{ one: 1 }]);
  });

  test('spares a stranger that has the pid of a stale pid file', async () => {
    await (await start()).stop();
    // Run as PostgreSQL's user: of other users' processes PostgreSQL itself knows that they are no postmaster.
    const owner = process.getuid?.() === 0 ? ownerOf(dataDir) : {};
    const stranger = spawn('/bin/sleep', ['60'], { ...owner, stdio: 'ignore' });
    writeFileSync(join(dataDir, 'postmaster.pid'), `${stranger.pid}\n${dataDir}\n1\n5432\n\n\n\nready\n`);

    const { url } = await start();

    expect(await query(url('postgres'), 'select 1 as one')).toEqual([{ one: 1 }]);
    expect(stranger.exitCode ?? stranger.signalCode).toBeNull();
    stranger.kill('SIGKILL');
  });

  test('begins afresh, given a parent killed during the first start', async () => {
    const parent = launchParent(dataDir, password);
    const unfinished = () => readdirSync(directory.path).some((name) => name.includes('initialising'));
    while (!unfinished()) await sleep(5);
    await sleep(100);
    parent.kill('SIGKILL');
    await once(parent, 'exit');
    expect(unfinished()).toBe(true);

    const { url } = await start();

    expect(await query(url('postgres'), 'select 1 as one')).toEqual([{ one: 1 }]);
    expect(readdirSync(directory.path).sort()).toEqual(['postgres', 'postgres.log']);
  });

  test('does not touch a folder that holds other files', async () => {
    mkdirSync(dataDir);
    writeFileSync(join(dataDir, 'letter.txt'), 'dear');

    await expect(start()).rejects.toThrow(/letter|not empty|ENOTEMPTY/);

    expect(readFileSync(join(dataDir, 'letter.txt'), 'utf8')).toBe('dear');
    expect(readdirSync(directory.path)).not.toContainEqual(expect.stringContaining('initialising'));
  });

  test('cites the log, given damaged data', async () => {
    await (await start()).stop();
    server = undefined;
    writeFileSync(join(dataDir, 'postgresql.conf'), 'no_such_setting = 1\n');

    await expect(start()).rejects.toThrow(/postgres\.log:[\s\S]*no_such_setting/);
  });
});

function ownerOf(path: string): { uid: number; gid: number } {
  const { uid, gid } = statSync(path);
  return { uid, gid };
}

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';

const MAIN = new URL('../tools/demo/dist/main.js', import.meta.url).pathname;

/** What it tells within two minutes; in which order is up to the polls. */
const STORY = [
  /All 61 feeds have been polled/,
  /feed disabled +Yesterday’s Startup \(gone\)/,
  /A host with 12 feeds answers 503/,
  /is back: its probe succeeded, and it was enabled without anybody/,
];

const folder = mkdtempSync(join(tmpdir(), 'demo-test-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

async function runDemo(
  env: Record<string, string>,
  onOutput: (text: string, stop: () => void) => void = () => {},
) {
  const child = spawn(process.execPath, [MAIN], {
    env: { PATH: process.env.PATH, HOME: process.env.HOME, TMPDIR: folder, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString();
      onOutput(output, () => child.kill('SIGINT'));
    });
  const [code] = await once(child, 'exit');
  return { code, output };
}

describe('the demo', () => {
  it('tells its story, then leaves nothing behind', async () => {
    const [manager, crawler] = [await freePort(), await freePort()];
    let isStopped = false;
    const { code, output } = await runDemo(
      { SOURCE_MANAGER_PORT: String(manager), CRAWLER_PORT: String(crawler), DEMO_SECONDS: '170' },
      (text, stop) => {
        if (isStopped || !STORY.every((line) => line.test(text))) return;
        isStopped = true;
        stop();
      },
    );
    expect(output).toMatch(new RegExp(`Dashboard +http://127\\.0\\.0\\.1:${manager}/login#`));
    for (const line of STORY) expect(output).toMatch(line);
    expect(code).toBe(0);
    expect(readdirSync(folder).filter((name) => name.startsWith('feedwarden-demo-'))).toEqual([]);
    await expect(fetch(`http://127.0.0.1:${manager}/healthz`)).rejects.toThrow();
  }, 240_000);

  it('says which port is in use, and leaves nothing behind', async () => {
    const busy = createServer().listen(0, '127.0.0.1');
    await once(busy, 'listening');
    const { port } = busy.address() as AddressInfo;
    const { code, output } = await runDemo({
      SOURCE_MANAGER_PORT: String(port),
      CRAWLER_PORT: String(await freePort()),
    });
    busy.close();
    expect([code, output]).toEqual([
      1,
      expect.stringContaining(`Port ${port}, needed by source-manager, is in use`),
    ]);
    expect(readdirSync(folder).filter((name) => name.startsWith('feedwarden-demo-'))).toEqual([]);
    expect(existsSync(folder)).toBe(true);
  }, 60_000);
});

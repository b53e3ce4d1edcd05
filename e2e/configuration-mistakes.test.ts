import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ConfigError } from '@feedwarden/service-kit';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import * as crawler from '../apps/crawler/src/config.js';
import * as sourceManager from '../apps/source-manager/src/config.js';

const MAIN = new URL('../apps/standalone/dist/main.js', import.meta.url).pathname;

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'feedwarden-mistakes-'));
});
afterAll(() => rm(folder, { recursive: true }));

describe('npm start', () => {
  it('reports the mistakes in the settings of both services together and once, and starts nothing', async () => {
    const dataDir = join(folder, 'data');
    const { code, output } = await start({
      DATA_DIR: dataDir,
      LOG_LEVEL: 'loud',
      SOURCE_MANAGER_PORT: '0',
      FAILURE_POLICY: 'strict',
      CRAWLER_PORT: 'abc',
      POLL_TICK_SECONDS: 'often',
      POLL_HOST_DELAYS: '{"news.example": "long"}',
      JWT_SECRET: 'short',
    });
    expect(code).toBe(1);
    expect(output.trim().split('\n').sort()).toEqual([
      '  CRAWLER_PORT: must be a port from 1 to 65535',
      '  FAILURE_POLICY: must be typed, permanent or quarantine',
      '  JWT_SECRET: must be at least 32 bytes',
      '  LOG_LEVEL: must be fatal, error, warn, info, debug, trace or silent',
      '  POLL_HOST_DELAYS.news.example: must be a number',
      '  POLL_TICK_SECONDS: must be a whole number from 1 to 86400',
      '  SOURCE_MANAGER_PORT: must be a port from 1 to 65535',
      'The configuration is not valid. Nothing was started.',
    ]);
    expect(existsSync(dataDir)).toBe(false);
  });
});

/** Runs until it ends by itself. */
function start(env: Record<string, string>): Promise<{ code: unknown; output: string }> {
  return new Promise((resolve) => {
    const options = { cwd: folder, env: { PATH: process.env.PATH, ...env } };
    execFile(process.execPath, [MAIN], options, (error, stdout, stderr) =>
      resolve({ code: error?.code ?? 0, output: `${stdout}${stderr}` }),
    );
  });
}

const WRONG = ['nonsense!', '-1', '{"a": {"b": 1}}', '[null]', 'x'.repeat(9999)];
const variables = [sourceManager, crawler].flatMap((service) =>
  Object.keys(service.environmentSchema.shape).map((name) => ({ name, service })),
);

describe('a wrong value', () => {
  it.each(variables)('of $name is reported in our own words, without the value', ({ name, service }) => {
    for (const value of WRONG) {
      for (const line of mistakes(() => service.readConfig({ [name]: value })))
        expect(line).toMatch(/^ {2}[A-Z_]+(\.[^:]+)?: (must (be|name)|is missing|has|set it)/);
      for (const line of mistakes(() => service.readConfig({ [name]: value })))
        expect(line).not.toContain(value);
    }
  });
});

function mistakes(read: () => unknown): string[] {
  try {
    read();
    return [];
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return error.message.split('\n').slice(1);
  }
}

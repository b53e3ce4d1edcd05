import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { databaseUrlField, jsonField, logLevelField, portField, positiveInt } from './config-fields.js';
import { ConfigError, type Environment, loadConfig } from './load-config.js';

const schema = z.object({
  PORT: portField(4100),
  DATABASE_URL: databaseUrlField(),
  ATTEMPTS: positiveInt(3),
  DELAYS: jsonField(z.record(z.string(), z.number())).default({}),
  LOG_LEVEL: logLevelField(),
  API_KEY: z.string().min(8, 'must be at least 8 characters').optional(),
});
const SECRETS = ['DATABASE_URL', 'API_KEY'];
const DATABASE_URL = 'postgres://ann:s3cret@db.example:5432/news';

const load = (env: Environment) => loadConfig(schema, env, SECRETS);

/** What a person is told about this environment. */
function complaint(env: Environment): string {
  try {
    load(env);
  } catch (error) {
    if (error instanceof ConfigError) return error.message;
    throw error;
  }
  return 'no complaint';
}

const namesIn = (message: string) =>
  message
    .split('\n')
    .slice(1)
    .map((line) => line.trim().split(/[:.]/)[0]);

describe('loadConfig', () => {
  it('uses defaults for everything that is not required', () => {
    expect(load({ DATABASE_URL, HOME: '/nowhere' })).toEqual({
      PORT: 4100,
      DATABASE_URL,
      ATTEMPTS: 3,
      DELAYS: {},
      LOG_LEVEL: 'info',
    });
  });

  it('reads every variable as its type', () => {
    const env = { DATABASE_URL, PORT: '0', ATTEMPTS: '12', DELAYS: '{"a.example": 0.5}', LOG_LEVEL: 'debug' };
    expect(load(env)).toEqual({
      DATABASE_URL,
      PORT: 0,
      ATTEMPTS: 12,
      DELAYS: { 'a.example': 0.5 },
      LOG_LEVEL: 'debug',
    });
  });

  it.each(['PORT', 'ATTEMPTS', 'DELAYS', 'LOG_LEVEL', 'API_KEY'])('treats an empty %s as unset', (name) => {
    expect(load({ DATABASE_URL, [name]: '' })).toEqual(load({ DATABASE_URL }));
  });

  it('reports a required variable that is empty', () => {
    expect(namesIn(complaint({ DATABASE_URL: '' }))).toEqual(['DATABASE_URL']);
  });

  it('reports all mistakes together, by name', () => {
    const message = complaint({
      PORT: 'abc',
      ATTEMPTS: '0',
      DELAYS: '{',
      LOG_LEVEL: 'loud',
      API_KEY: 'short',
    });
    expect(namesIn(message)).toEqual(['PORT', 'DATABASE_URL', 'ATTEMPTS', 'DELAYS', 'LOG_LEVEL', 'API_KEY']);
  });

  it.each([
    ['PORT', '65536'],
    ['PORT', '-1'],
    ['PORT', '80.5'],
    ['PORT', '0x50'],
    ['PORT', ' 80'],
    ['PORT', '1e3'],
    ['PORT', '99999999999'],
    ['ATTEMPTS', '0'],
    ['ATTEMPTS', '-3'],
    ['ATTEMPTS', '2147483648'],
    ['ATTEMPTS', 'many'],
    ['DATABASE_URL', 'mysql://ann:s3cret@db.example/news'],
    ['DATABASE_URL', 'db.example'],
    ['DELAYS', '[1'],
    ['DELAYS', '{"a.example":"long"}'],
    ['DELAYS', '7'],
    ['LOG_LEVEL', 'INFO'],
    ['LOG_LEVEL', 'verbose'],
    ['API_KEY', 'hunter2'],
  ])('rejects %s=%s by name, without the value', (name, value) => {
    const message = complaint({ DATABASE_URL, [name]: value });
    expect(namesIn(message)).toEqual([name]);
    expect(message).not.toContain(value);
  });
});

describe('loadConfig with secrets in files', () => {
  let directory = '';
  const file = (name: string, content: string) => {
    const path = join(directory, name);
    writeFileSync(path, content);
    return path;
  };
  beforeAll(() => {
    directory = mkdtempSync(join(tmpdir(), 'load-config-'));
  });
  afterAll(() => rmSync(directory, { recursive: true }));

  it('reads a secret from its file, without the last newline', () => {
    const API_KEY_FILE = file('key', 'from the file\n');
    expect(load({ DATABASE_URL, API_KEY_FILE }).API_KEY).toBe('from the file');
  });

  it('accepts a required secret from a file', () => {
    expect(load({ DATABASE_URL_FILE: file('url', DATABASE_URL) }).DATABASE_URL).toBe(DATABASE_URL);
  });

  it('prefers the variable to the file', () => {
    const API_KEY_FILE = file('key', 'from the file');
    expect(load({ DATABASE_URL, API_KEY: 'from the variable', API_KEY_FILE }).API_KEY).toBe(
      'from the variable',
    );
  });

  it('reads the file beside an empty variable', () => {
    const API_KEY_FILE = file('key', 'from the file');
    expect(load({ DATABASE_URL, API_KEY: '', API_KEY_FILE }).API_KEY).toBe('from the file');
  });

  it('does not show the content of a file with a bad secret', () => {
    const message = complaint({ DATABASE_URL, API_KEY_FILE: file('bad', 'hunter2') });
    expect(namesIn(message)).toEqual(['API_KEY']);
    expect(message).not.toContain('hunter2');
  });

  it('reports a missing file together with other mistakes', () => {
    const message = complaint({ DATABASE_URL, API_KEY_FILE: join(directory, 'absent'), PORT: 'x' });
    expect(namesIn(message)).toEqual(['API_KEY_FILE', 'PORT']);
    expect(message).not.toContain(directory);
  });

  it('reads no file for a variable that is not a secret', () => {
    expect(load({ DATABASE_URL, LOG_LEVEL_FILE: file('level', 'debug') }).LOG_LEVEL).toBe('info');
  });
});

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
  it('Given only what is required, when it is loaded, then the rest has its defaults', () => {
    expect(load({ DATABASE_URL, HOME: '/nowhere' })).toEqual({
      PORT: 4100,
      DATABASE_URL,
      ATTEMPTS: 3,
      DELAYS: {},
      LOG_LEVEL: 'info',
    });
  });

  it('Given every variable, when it is loaded, then each is read as what it is', () => {
    const env = { DATABASE_URL, PORT: '0', ATTEMPTS: '12', DELAYS: '{"a.example": 0.5}', LOG_LEVEL: 'debug' };
    expect(load(env)).toEqual({
      DATABASE_URL,
      PORT: 0,
      ATTEMPTS: 12,
      DELAYS: { 'a.example': 0.5 },
      LOG_LEVEL: 'debug',
    });
  });

  it.each(['PORT', 'ATTEMPTS', 'DELAYS', 'LOG_LEVEL', 'API_KEY'])(
    'Given an empty %s, when it is loaded, then it counts as unset',
    (name) => {
      expect(load({ DATABASE_URL, [name]: '' })).toEqual(load({ DATABASE_URL }));
    },
  );

  it('Given an empty variable that is required, when it is loaded, then it is missing', () => {
    expect(namesIn(complaint({ DATABASE_URL: '' }))).toEqual(['DATABASE_URL']);
  });

  it('Given several mistakes, when it is loaded, then all are told together, by name', () => {
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
  ])('Given %s=%s, when it is loaded, then the name is told and the value is not', (name, value) => {
    const message = complaint({ DATABASE_URL, [name]: value });
    expect(namesIn(message)).toEqual([name]);
    expect(message).not.toContain(value);
  });
});

describe('loadConfig and secrets in files', () => {
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

  it('Given a secret as a file, when it is loaded, then it is the content without the last newline', () => {
    const API_KEY_FILE = file('key', 'from the file\n');
    expect(load({ DATABASE_URL, API_KEY_FILE }).API_KEY).toBe('from the file');
  });

  it('Given what is required as a file, when it is loaded, then it is there', () => {
    expect(load({ DATABASE_URL_FILE: file('url', DATABASE_URL) }).DATABASE_URL).toBe(DATABASE_URL);
  });

  it('Given a secret both ways, when it is loaded, then the variable wins', () => {
    const API_KEY_FILE = file('key', 'from the file');
    expect(load({ DATABASE_URL, API_KEY: 'from the variable', API_KEY_FILE }).API_KEY).toBe(
      'from the variable',
    );
  });

  it('Given an empty variable beside a file, when it is loaded, then the file is read', () => {
    const API_KEY_FILE = file('key', 'from the file');
    expect(load({ DATABASE_URL, API_KEY: '', API_KEY_FILE }).API_KEY).toBe('from the file');
  });

  it('Given a bad secret in a file, when it is loaded, then its content is not told', () => {
    const message = complaint({ DATABASE_URL, API_KEY_FILE: file('bad', 'hunter2') });
    expect(namesIn(message)).toEqual(['API_KEY']);
    expect(message).not.toContain('hunter2');
  });

  it('Given a file that is not there and another mistake, when it is loaded, then both are told', () => {
    const message = complaint({ DATABASE_URL, API_KEY_FILE: join(directory, 'absent'), PORT: 'x' });
    expect(namesIn(message)).toEqual(['API_KEY_FILE', 'PORT']);
    expect(message).not.toContain(directory);
  });

  it('Given a variable that is no secret, when a file is named for it, then the file is not read', () => {
    expect(load({ DATABASE_URL, LOG_LEVEL_FILE: file('level', 'debug') }).LOG_LEVEL).toBe('info');
  });
});

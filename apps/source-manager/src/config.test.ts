import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { DEFAULT_FAILURE_POLICIES } from '@feedwarden/contracts';
import { ConfigError, type Environment } from '@feedwarden/service-kit';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readConfig } from './config.js';

const JWT_SECRET = 'a secret that is thirty-two bytes';
const required = { SOURCE_MANAGER_DATABASE_URL: 'postgres://ann:s3cret@db.example/sources', JWT_SECRET };

describe("source-manager's configuration", () => {
  it('has defaults, given only what is required', () => {
    expect(readConfig(required)).toEqual({
      host: '127.0.0.1',
      port: 4100,
      databaseUrl: required.SOURCE_MANAGER_DATABASE_URL,
      trust: { secret: JWT_SECRET, issuer: 'feedwarden', audience: 'feedwarden' },
      credentialKeys: [],
      policies: DEFAULT_FAILURE_POLICIES,
      rateLimitPerMinute: 6000,
      webhookNetworks: [],
      dashboardOrigins: [],
      crawlerPublicUrl: ':4200',
      storyFile: undefined,
      logLevel: 'info',
    });
  });

  it('passes the cap of backoff on to the policies', () => {
    expect(readConfig({ ...required, SOURCE_MAX_BACKOFF_HOURS: '6' }).policies.maxBackoffHours).toBe(6);
  });

  const key = Buffer.alloc(32, 1).toString('base64');
  const otherKey = Buffer.alloc(32, 0xfb);
  it.each([
    ['one key', key, 1],
    ['a key in the alphabet for URLs', otherKey.toString('base64url'), 1],
    ['two keys', `${otherKey.toString('base64')}, ${key}`, 2],
  ])('accepts %s for credentials', (_given, text, count) => {
    const { credentialKeys } = readConfig({ ...required, CREDENTIALS_KEY: text });
    expect(new Set(credentialKeys.map(({ id }) => id)).size).toBe(count);
    expect(credentialKeys.map((one) => one.key.symmetricKeySize)).toEqual(Array(count).fill(32));
    expect(inspect(credentialKeys)).not.toContain(text);
  });

  it.each([
    ['too short', Buffer.alloc(31).toString('base64')],
    ['too long', Buffer.alloc(33).toString('base64')],
    ['in hexadecimal', 'ab'.repeat(32)],
    ['no base64', '!'.repeat(44)],
    ['two, of which one is missing', `${key},`],
  ])('refuses a key for credentials that is %s, without showing it', (...given) => {
    const read = () => readConfig({ ...required, CREDENTIALS_KEY: given[1] });
    expect(read).toThrow(/^ {2}CREDENTIALS_KEY: must be 32 bytes in base64/m);
    expect(read).not.toThrow(given[1]);
  });

  it.each<{ given: string; env: Environment; named: string }>([
    { given: 'no database', env: { SOURCE_MANAGER_DATABASE_URL: '' }, named: 'SOURCE_MANAGER_DATABASE_URL' },
    { given: 'no way to check tokens', env: { JWT_SECRET: '' }, named: 'JWT_SECRET' },
    { given: 'a name to listen on', env: { HOST: 'my-machine' }, named: 'HOST' },
    { given: 'no whole port', env: { SOURCE_MANAGER_PORT: '4100.5' }, named: 'SOURCE_MANAGER_PORT' },
    { given: 'a cap of 0 h', env: { SOURCE_MAX_BACKOFF_HOURS: '0' }, named: 'SOURCE_MAX_BACKOFF_HOURS' },
    { given: 'a loud log', env: { LOG_LEVEL: 'loud' }, named: 'LOG_LEVEL' },
  ])('names $named in its error, given $given', ({ env, named }) => {
    const read = () => readConfig({ ...required, ...env });
    expect(read).toThrow(ConfigError);
    expect(read).toThrow(new RegExp(`^  ${named}: `, 'm'));
  });
});

describe("source-manager's policy file", () => {
  let directory = '';
  beforeAll(() => {
    directory = mkdtempSync(join(tmpdir(), 'policy-file-'));
  });
  afterAll(() => rmSync(directory, { recursive: true }));

  const readWith = (content: string, env: Environment = {}) => {
    const path = join(directory, 'policies.json');
    writeFileSync(path, content);
    return readConfig({ ...required, ...env, FAILURE_POLICY_FILE: path });
  };

  it('overrides the default policies', () => {
    const { policies } = readWith('{"typed": {"rules": {"gone": {"disableAfter": 2, "cooldown": "30m"}}}}');
    expect(policies.typed.rules).toEqual({
      ...DEFAULT_FAILURE_POLICIES.typed.rules,
      gone: { disableAfter: 2, cooldownSeconds: 1800 },
    });
  });

  it('takes precedence over the numbers for all', () => {
    const { policies } = readWith('{"permanent": {"maxFailures": 3}}', {
      FAILURE_POLICY: 'quarantine',
      SOURCE_MAX_FAILURES: '8',
    });
    expect(policies).toMatchObject({
      default: 'quarantine',
      permanent: { maxFailures: 3 },
      quarantine: { maxFailures: 8 },
    });
  });

  it('has its mistakes reported together with those of the environment', () => {
    const env = { SOURCE_MANAGER_PORT: 'abc', FAILURE_POLICY: 'strict', SOURCE_MAX_FAILURES: '0' };
    const read = () => readWith('{"typed": {"rules": {"gone": {"cooldown": "soon"}}}}', env);
    for (const name of [...Object.keys(env), 'FAILURE_POLICY_FILE'])
      expect(read).toThrow(new RegExp(`^  ${name}: `, 'm'));
  });

  it('has each of several mistakes reported with its place', () => {
    const read = () =>
      readWith(
        '{"typed": {"rules": {"gone": {"cooldown": "soon"}, "network": {"disableAfter": 0}}}, "x": 1}',
      );
    expect(read).toThrow(ConfigError);
    expect(read).toThrow('FAILURE_POLICY_FILE: typed.rules.gone.cooldown: must be a duration like "72h"');
    expect(read).toThrow('FAILURE_POLICY_FILE: typed.rules.network.disableAfter: ');
    expect(read).toThrow(/FAILURE_POLICY_FILE: .*"x"/);
  });

  it.each([
    ['no JSON', () => readWith('{"typed": ')],
    ['nothing in it', () => readWith('')],
    ['no such file', () => readConfig({ ...required, FAILURE_POLICY_FILE: join(directory, 'absent.json') })],
  ])('is named in the error, given %s', (_given, read) => {
    expect(read).toThrow(ConfigError);
    expect(read).toThrow('FAILURE_POLICY_FILE: must name a readable JSON file');
  });
});

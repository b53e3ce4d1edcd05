import { describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { ConfigError, type Environment, loadConfig } from '../config/load-config.js';
import { readTokenTrust, TOKEN_TRUST, tokenFields } from './token-fields.js';

const JWT_SECRET = 'x'.repeat(32);
const JWT_JWKS_URL = 'https://issuer.example/keys.json';
const read = (env: Environment) => readTokenTrust(loadConfig(z.object(tokenFields), env, [], [TOKEN_TRUST]));

describe('readTokenTrust', () => {
  it.each([
    {
      given: 'a secret',
      env: { JWT_SECRET },
      expected: { secret: JWT_SECRET, issuer: 'feedwarden', audience: 'feedwarden' },
    },
    {
      given: 'a key set',
      env: { JWT_JWKS_URL, JWT_ISSUER: 'https://issuer.example', JWT_AUDIENCE: 'news' },
      expected: { jwksUrl: JWT_JWKS_URL, issuer: 'https://issuer.example', audience: 'news' },
    },
    {
      given: 'both',
      env: { JWT_SECRET, JWT_JWKS_URL },
      expected: { jwksUrl: JWT_JWKS_URL, issuer: 'feedwarden', audience: 'feedwarden' },
    },
  ])('reads trust, given $given', ({ env, expected }) => {
    expect(read(env)).toEqual(expected);
  });

  it.each<{ given: string; env: Environment; named: string }>([
    { given: 'neither', env: {}, named: 'JWT_SECRET' },
    { given: 'a secret of 31 bytes', env: { JWT_SECRET: 'x'.repeat(31) }, named: 'JWT_SECRET' },
    { given: 'a key set that is no URL', env: { JWT_JWKS_URL: 'issuer.example' }, named: 'JWT_JWKS_URL' },
    { given: 'a key set in a file', env: { JWT_JWKS_URL: 'file:///keys' }, named: 'JWT_JWKS_URL' },
  ])('rejects $given by name', ({ env, named }) => {
    expect(() => read(env)).toThrow(ConfigError);
    expect(() => read(env)).toThrow(`${named}: `);
  });
});

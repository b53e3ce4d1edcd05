import { describe, expect, it } from '@jest/globals';
import { decodeJwt } from 'jose';
import { mintLoginLink } from './login-link.js';

const NOW = new Date('2026-02-03T10:00:00Z');
const env = { JWT_SECRET: 'a secret that is thirty-two bytes' };
const link = (more = {}) => mintLoginLink({ subject: 'ann' }, { ...env, ...more }, '/nowhere', NOW);

describe('a log-in link', () => {
  it('has its code behind the hash, for ten minutes and for logging in alone', async () => {
    const url = new URL(await link());
    expect([url.origin, url.pathname, url.search]).toEqual(['http://127.0.0.1:4100', '/login', '']);
    const { aud, sub, exp, iat = 0, jti, scope } = decodeJwt(url.hash.slice(1));
    expect({ aud, sub, seconds: (exp ?? 0) - iat, scope }).toEqual({
      aud: 'feedwarden-login',
      sub: 'ann',
      seconds: 600,
      scope: 'sources:read sources:write feeds:toggle posts:read',
    });
    expect(jti).toMatch(/^[0-9a-f-]{36}$/);
  });

  it.each([
    [{ SOURCE_MANAGER_PORT: '4900' }, 'http://127.0.0.1:4900'],
    [{ HOST: '0.0.0.0' }, 'http://127.0.0.1:4100'],
    [{ HOST: '192.168.1.7' }, 'http://192.168.1.7:4100'],
    [{ DASHBOARD_ORIGINS: 'https://feeds.example, https://other.example' }, 'https://feeds.example'],
  ])('leads to where the page is, given %j', async (more, origin) => {
    expect(new URL(await link(more)).origin).toBe(origin);
  });

  it('cannot be made where tokens come from an issuer', async () => {
    await expect(link({ JWT_JWKS_URL: 'https://issuer.example/keys' })).rejects.toThrow(
      /JWT_JWKS_URL is set/,
    );
  });
});

import { SCOPES } from '@feedwarden/contracts';
import { describe, expect, test } from '@jest/globals';
import { jwtVerify } from 'jose';
import { mintToken, parseScopes, parseTtl } from './installation-token.js';

describe('an installation token', () => {
  test('has claims that whoever has the secret can verify', async () => {
    const now = new Date('2026-03-01T12:00:00.700Z');
    const secret = 'a secret of at least thirty-two bytes';
    const token = await mintToken({
      scopes: ['sources:read', 'posts:read'],
      subject: 'ada',
      ttlSeconds: 60,
      secret,
      issuer: 'the issuer',
      audience: 'the audience',
      now,
    });

    const { payload, protectedHeader } = await jwtVerify(token, new TextEncoder().encode(secret), {
      issuer: 'the issuer',
      audience: 'the audience',
      algorithms: ['HS256'],
      currentDate: now,
    });
    expect(protectedHeader.alg).toBe('HS256');
    expect(payload).toMatchObject({ sub: 'ada', scope: 'sources:read posts:read', jti: expect.any(String) });
    expect(payload.iat).toBe(Date.parse('2026-03-01T12:00:00Z') / 1000);
    expect(payload.exp).toBe(Date.parse('2026-03-01T12:01:00Z') / 1000);
  });

  test.each([
    { text: 'sources:read', scopes: ['sources:read'] },
    { text: ' sources:read   posts:read ', scopes: ['sources:read', 'posts:read'] },
    { text: 'sources:read,posts:read', scopes: ['sources:read', 'posts:read'] },
    { text: 'crawler crawler', scopes: ['crawler'] },
    { text: SCOPES.join(' '), scopes: [...SCOPES] },
  ])('has each scope once, given "$text"', ({ text, scopes }) => {
    expect(parseScopes(text)).toEqual(scopes);
  });

  test.each([
    { text: '', complaint: /No scope given\. There are: sources:read/ },
    { text: 'sources:read admin', complaint: /Unknown scope: admin\./ },
    { text: 'SOURCES:READ', complaint: /Unknown scope: SOURCES:READ\./ },
  ])('refuses the scopes "$text" and names the valid ones', ({ text, complaint }) => {
    expect(() => parseScopes(text)).toThrow(complaint);
  });

  test.each([
    ['90s', 90],
    ['30m', 1_800],
    ['1h', 3_600],
    ['7d', 604_800],
  ])('reads the ttl %s as %i seconds', (text, seconds) => {
    expect(parseTtl(text)).toBe(seconds);
  });

  test.each(['', '1', '0h', '-1h', '1w', '1.5h', '1h ', 'forever', '9999999d'])(
    'refuses the ttl "%s" and shows how to write one',
    (text) => {
      expect(() => parseTtl(text)).toThrow(/90s, 30m, 12h or 7d/);
    },
  );
});

import { TEST_SECRET, TEST_TRUST } from '@feedwarden/test-kit';
import { describe, expect, it } from '@jest/globals';
import { type JWTPayload, SignJWT, UnsecuredJWT } from 'jose';
import { Problem } from '../http/problem.js';
import { signToken } from './token-signer.js';
import { createTokenVerifier } from './token-verifier.js';

const verify = createTokenVerifier(TEST_TRUST);
const key = (secret: string) => new TextEncoder().encode(secret);
const now = () => Math.floor(Date.now() / 1000);

const goodClaims = (): JWTPayload => ({
  iss: 'feedwarden',
  aud: 'feedwarden',
  sub: 'ann',
  exp: now() + 300,
  scope: 'sources:read',
});
const without = (claim: string) =>
  Object.fromEntries(Object.entries(goodClaims()).filter(([name]) => name !== claim));

const signed = (claims: JWTPayload, { alg = 'HS256', secret = TEST_SECRET } = {}) =>
  new SignJWT(claims).setProtectedHeader({ alg }).sign(key(secret));

const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

async function refusal(token: string): Promise<Problem> {
  const outcome: unknown = await verify(token).catch((error: unknown) => error);
  if (outcome instanceof Problem) return outcome;
  throw new Error(`expected a problem, got ${JSON.stringify(outcome)}`);
}

describe('createTokenVerifier with a shared secret', () => {
  it('identifies the caller and the scopes of a signed token', async () => {
    const token = await signToken({
      ...TEST_TRUST,
      subject: 'ann',
      scopes: ['sources:read', 'crawler'],
      ttlSeconds: 60,
    });
    expect(await verify(token)).toMatchObject({
      subject: 'ann',
      scopes: new Set(['sources:read', 'crawler']),
    });
  });

  it.each([
    ['no scope', undefined, []],
    ['an empty scope', '', []],
    ['spaces between', '  a   b ', ['a', 'b']],
    ['a scope that is no text', ['sources:read'], []],
  ])('grants exactly the scopes of %s', async (_given, scope, expected) => {
    const { scopes } = await verify(
      await signed({ ...without('scope'), ...(scope !== undefined && { scope }) }),
    );
    expect([...scopes]).toEqual(expected);
  });

  it.each<{ given: string; token: () => string | Promise<string> }>([
    { given: 'another audience', token: () => signed({ ...goodClaims(), aud: 'somebody' }) },
    { given: 'no audience', token: () => signed(without('aud')) },
    { given: 'another issuer', token: () => signed({ ...goodClaims(), iss: 'somebody' }) },
    { given: 'no issuer', token: () => signed(without('iss')) },
    { given: 'no expiry', token: () => signed(without('exp')) },
    { given: 'no subject', token: () => signed(without('sub')) },
    { given: 'a time to come', token: () => signed({ ...goodClaims(), nbf: now() + 120 }) },
    { given: 'another secret', token: () => signed(goodClaims(), { secret: `${TEST_SECRET}!` }) },
    {
      given: 'HS512 and the right secret',
      token: () => signed(goodClaims(), { alg: 'HS512', secret: TEST_SECRET }),
    },
    { given: 'alg none', token: () => new UnsecuredJWT(goodClaims()).encode() },
    {
      given: 'alg NONE and a signature',
      token: () => `${encoded({ alg: 'NONE' })}.${encoded(goodClaims())}.c2lnbmF0dXJl`,
    },
    { given: 'no algorithm', token: () => `${encoded({})}.${encoded(goodClaims())}.c2lnbmF0dXJl` },
    { given: 'no signature', token: async () => `${(await signed(goodClaims())).replace(/[^.]+$/, '')}` },
    {
      given: 'claims exchanged after it was signed',
      token: async () => {
        const [header, , signature] = (await signed(goodClaims())).split('.');
        return `${header}.${encoded({ ...goodClaims(), scope: 'crawler' })}.${signature}`;
      },
    },
    { given: 'a padded signature', token: async () => `${await signed(goodClaims())}=` },
    { given: 'no sense', token: () => 'not-a-token' },
    { given: 'three parts of no sense', token: () => 'a.b.c' },
    { given: 'nothing', token: () => '' },
  ])('rejects a token with $given', async ({ token }) => {
    const problem = await refusal(await token());
    expect(problem).toMatchObject({ status: 401, message: 'the token is not valid' });
    expect(problem.headers).toEqual({ 'www-authenticate': 'Bearer' });
  });

  it('rejects a token it has accepted, once the token has expired', async () => {
    let time = Date.now();
    const verifyAt = createTokenVerifier(TEST_TRUST, undefined, () => time);
    const token = await signed({ ...goodClaims(), exp: now() + 30 });
    await verifyAt(token);
    time += 36_000;
    await expect(verifyAt(token)).rejects.toMatchObject({ message: 'the token has expired' });
  });

  it('rejects another signature of a token it has accepted', async () => {
    const token = await signed(goodClaims());
    await verify(token);
    const [header, claims] = token.split('.');
    expect(await refusal(`${header}.${claims}.${encoded('another signature')}`)).toMatchObject({
      status: 401,
    });
  });

  it('reports an expired token as expired', async () => {
    const problem = await refusal(await signed({ ...goodClaims(), exp: now() - 60 }));
    expect(problem).toMatchObject({ status: 401, message: 'the token has expired' });
  });
});

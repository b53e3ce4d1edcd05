import { createRemoteJWKSet, errors, type JWTPayload, type JWTVerifyOptions, jwtVerify } from 'jose';
import { Problem } from './problem.js';

/** Either a secret shared with the issuer, or the address of the issuer's public keys. */
export type TokenTrust = ({ secret: string } | { jwksUrl: string }) & { issuer: string; audience: string };

export interface Caller {
  subject: string;
  scopes: ReadonlySet<string>;
}

export type VerifyToken = (token: string) => Promise<Caller>;

/** Fixed per mode: a token never chooses how it is checked. */
const SECRET_ALGORITHMS = ['HS256'];
const KEY_SET_ALGORITHMS = ['RS256', 'ES256', 'EdDSA'];

export function createTokenVerifier(trust: TokenTrust): VerifyToken {
  const { issuer, audience } = trust;
  const options: JWTVerifyOptions = { issuer, audience, requiredClaims: ['exp', 'sub'], clockTolerance: 5 };
  if ('secret' in trust) {
    const key = new TextEncoder().encode(trust.secret);
    return async (token) =>
      caller(await checked(jwtVerify(token, key, { ...options, algorithms: SECRET_ALGORITHMS })));
  }
  const keys = createRemoteJWKSet(new URL(trust.jwksUrl));
  return async (token) =>
    caller(await checked(jwtVerify(token, keys, { ...options, algorithms: KEY_SET_ALGORITHMS })));
}

async function checked(verification: Promise<{ payload: JWTPayload }>): Promise<JWTPayload> {
  try {
    return (await verification).payload;
  } catch (error) {
    if (error instanceof errors.JWTExpired) throw unauthenticated('the token has expired');
    if (error instanceof errors.JWKSTimeout || error instanceof errors.JWKSInvalid || isUnreachable(error))
      throw new Problem(503, 'the keys that tokens are checked with cannot be fetched', {
        headers: { 'retry-after': '5' },
      });
    throw unauthenticated('the token is not valid');
  }
}

/** jose passes network errors and odd answers of the key server through; everything it finds wrong itself has a code of its own. */
const isUnreachable = (error: unknown) =>
  !(error instanceof errors.JOSEError) ||
  (error.code === 'ERR_JOSE_GENERIC' && /JSON Web Key Set/.test(error.message));

function caller(payload: JWTPayload): Caller {
  if (typeof payload.sub !== 'string' || payload.sub === '')
    throw unauthenticated('the token names no subject');
  const scope = typeof payload.scope === 'string' ? payload.scope : '';
  return { subject: payload.sub, scopes: new Set(scope.split(' ').filter(Boolean)) };
}

export function unauthenticated(detail: string): Problem {
  return new Problem(401, detail, { headers: { 'www-authenticate': 'Bearer' } });
}

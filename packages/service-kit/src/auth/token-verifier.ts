import { createHash } from 'node:crypto';
import { errors, type JWTPayload, type JWTVerifyOptions, jwtVerify } from 'jose';
import { Problem } from '../http/problem.js';
import type { Logger } from '../telemetry/logger.js';
import { createKeySet, KeysUnavailableError } from './key-set.js';

/** Either a secret shared with the issuer, or the URL of the issuer's public keys. */
export type TokenTrust = ({ secret: string } | { jwksUrl: string }) & { issuer: string; audience: string };

export interface Caller {
  subject: string;
  scopes: ReadonlySet<string>;
  /** When the token or the log-in ends at the latest. */
  expiresAt: Date;
  /** The `jti` of the token, if it has one. */
  tokenId?: string;
  /** Of a request that came with a cookie. */
  loginId?: string;
}

export type VerifyToken = (token: string) => Promise<Caller>;

/** Fixed per mode: a token never chooses how it is checked. */
const SECRET_ALGORITHMS = ['HS256'];
const KEY_SET_ALGORITHMS = ['RS256', 'ES256', 'EdDSA'];
const CLOCK_TOLERANCE_SECONDS = 5;
const MAX_TOKEN_LENGTH = 8192;
/** Subjects are stored and logged: no control characters, so that one cannot look like more. */
const SUBJECT = /^[^\p{C}]{1,255}$/u;

/** A token that was accepted is accepted for so long without another check, unless it expires sooner. */
const KNOWN_SECONDS = 60;
const MOST_KNOWN = 1000;

interface KnownCaller {
  caller: Caller;
  untilSeconds: number;
}

export function createTokenVerifier(
  trust: TokenTrust,
  logger?: Logger,
  now: () => number = Date.now,
): VerifyToken {
  const check = createCheck(trust, now, logger);
  /** By the hash of the token, the oldest first: a token itself is not kept. */
  const known = new Map<string, KnownCaller>();

  async function verify(token: string, hash: string): Promise<Caller> {
    known.delete(hash);
    if (!token.split('.').every(isCanonical)) throw unauthenticated('the token is not valid');
    const payload = await checked(check(token));
    const verified = caller(payload, now());
    const [oldest] = known.keys();
    if (oldest !== undefined && known.size >= MOST_KNOWN) known.delete(oldest);
    const untilSeconds = Math.min(payload.exp ?? 0, now() / 1000 + KNOWN_SECONDS);
    known.set(hash, { caller: verified, untilSeconds });
    return verified;
  }

  return async (token) => {
    if (token.length > MAX_TOKEN_LENGTH) throw unauthenticated('the token is too long');
    const hash = createHash('sha256').update(token).digest('base64');
    const recent = known.get(hash);
    return recent && now() / 1000 < recent.untilSeconds ? recent.caller : verify(token, hash);
  };
}

/** A token has one spelling: the library would also accept padding, and bits at the end that mean nothing. */
function isCanonical(part: string): boolean {
  return Buffer.from(part, 'base64url').toString('base64url') === part;
}

type Check = (token: string) => Promise<{ payload: JWTPayload }>;

function createCheck(trust: TokenTrust, now: () => number, logger?: Logger): Check {
  const { issuer, audience } = trust;
  const options = (): JWTVerifyOptions => ({
    currentDate: new Date(now()),
    issuer,
    audience,
    requiredClaims: ['exp', 'sub'],
    clockTolerance: CLOCK_TOLERANCE_SECONDS,
  });
  if ('secret' in trust) {
    const key = new TextEncoder().encode(trust.secret);
    return (token) => jwtVerify(token, key, { ...options(), algorithms: SECRET_ALGORITHMS });
  }
  const keys = createKeySet({ url: trust.jwksUrl, ...(logger && { logger }) });
  return (token) => jwtVerify(token, keys, { ...options(), algorithms: KEY_SET_ALGORITHMS });
}

async function checked(verification: Promise<{ payload: JWTPayload }>): Promise<JWTPayload> {
  try {
    return (await verification).payload;
  } catch (error) {
    if (error instanceof errors.JWTExpired) throw unauthenticated('the token has expired');
    if (error instanceof KeysUnavailableError)
      throw new Problem(503, error.message, { headers: { 'retry-after': '15' } });
    // Any other error, also of the libraries below, means that the token is bad.
    throw unauthenticated('the token is not valid');
  }
}

function caller({ sub, iat, exp = 0, jti, scope }: JWTPayload, now: number): Caller {
  if (typeof sub !== 'string' || !SUBJECT.test(sub)) throw unauthenticated('the token has no valid subject');
  if (iat !== undefined && iat > now / 1000 + CLOCK_TOLERANCE_SECONDS)
    throw unauthenticated('the token was issued in the future');
  const scopes = typeof scope === 'string' ? scope.split(' ').filter(Boolean) : [];
  return {
    subject: sub,
    scopes: new Set(scopes),
    expiresAt: new Date(exp * 1000),
    ...(typeof jti === 'string' && { tokenId: jti }),
  };
}

export function unauthenticated(detail: string): Problem {
  return new Problem(401, detail, { headers: { 'www-authenticate': 'Bearer' } });
}

import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { userInfo } from 'node:os';
import { SCOPES, type Scope } from '@feedwarden/contracts';
import { parseDuration } from '@feedwarden/pacing';
import { SignJWT } from 'jose';
import { readSecrets } from './secrets.js';
import { dataDirOf, given } from './settings.js';

export type InstallationTokenRequest = Pick<TokenRequest, 'scopes' | 'ttlSeconds'> & { subject?: string };

/** A token that the services of this installation believe, signed with the secret they have. */
export function mintInstallationToken(
  request: InstallationTokenRequest,
  env: NodeJS.ProcessEnv,
  rootDir: string,
  now: Date,
): Promise<string> {
  return mintToken({
    subject: userInfo().username,
    ...request,
    secret: signingSecret(env, rootDir),
    issuer: given(env, 'JWT_ISSUER') ?? 'feedwarden',
    audience: given(env, 'JWT_AUDIENCE') ?? 'feedwarden',
    now,
  });
}

function signingSecret(env: NodeJS.ProcessEnv, rootDir: string): string {
  if (given(env, 'JWT_JWKS_URL') !== undefined) {
    throw new Error('JWT_JWKS_URL is set: tokens come from that issuer, not from here.');
  }
  const secret = given(env, 'JWT_SECRET');
  if (secret !== undefined) return secret;
  const file = given(env, 'JWT_SECRET_FILE');
  if (file !== undefined) return readFileSync(file, 'utf8').trim();
  const dataDir = dataDirOf(env, rootDir);
  const secrets = readSecrets(dataDir);
  if (secrets !== undefined) return secrets.jwtSecret;
  throw new Error(`There is no secret in ${dataDir} yet. Run npm start once, or set JWT_SECRET.`);
}

export interface TokenRequest {
  scopes: Scope[];
  subject: string;
  ttlSeconds: number;
  secret: string;
  issuer: string;
  audience: string;
  now: Date;
}

export async function mintToken(request: TokenRequest): Promise<string> {
  const issuedAt = Math.floor(request.now.getTime() / 1000);
  return new SignJWT({ scope: request.scopes.join(' ') })
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .setIssuer(request.issuer)
    .setAudience(request.audience)
    .setSubject(request.subject)
    .setJti(randomUUID())
    .setIssuedAt(issuedAt)
    .setExpirationTime(issuedAt + request.ttlSeconds)
    .sign(new TextEncoder().encode(request.secret));
}

export function parseScopes(text: string): Scope[] {
  const names = [...new Set(text.split(/[\s,]+/).filter((name) => name !== ''))];
  const unknown = names.filter((name) => !isScope(name));
  if (names.length === 0 || unknown.length > 0) {
    const problem = names.length === 0 ? 'No scope given.' : `Unknown scope: ${unknown.join(', ')}.`;
    throw new Error(`${problem} There are: ${SCOPES.join(', ')}.`);
  }
  return names.filter(isScope);
}

export function parseTtl(text: string): number {
  const seconds = parseDuration(text);
  if (seconds === null) throw new Error(`Cannot read the ttl "${text}". Write it as 90s, 30m, 12h or 7d.`);
  return seconds;
}

function isScope(name: string): name is Scope {
  return (SCOPES as readonly string[]).includes(name);
}

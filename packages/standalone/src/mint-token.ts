import { randomUUID } from 'node:crypto';
import { SCOPES, type Scope } from '@feedwarden/contracts';
import { SignJWT } from 'jose';

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

const UNIT_SECONDS = { s: 1, m: 60, h: 3_600, d: 86_400 };

export function parseTtl(text: string): number {
  const match = /^([1-9]\d{0,5})([smhd])$/.exec(text);
  if (match === null) throw new Error(`Cannot read the ttl "${text}". Write it as 90s, 30m, 12h or 7d.`);
  return Number(match[1]) * UNIT_SECONDS[match[2] as keyof typeof UNIT_SECONDS];
}

function isScope(name: string): name is Scope {
  return (SCOPES as readonly string[]).includes(name);
}

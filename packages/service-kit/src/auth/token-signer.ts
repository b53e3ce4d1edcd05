import { randomUUID } from 'node:crypto';
import type { Scope } from '@feedwarden/contracts';
import { SignJWT } from 'jose';

export interface SigningOptions {
  secret: string;
  issuer: string;
  audience: string;
  subject: string;
  scopes: readonly Scope[];
  ttlSeconds: number;
}

/** Signs a short-lived token for calls between services. */
export function signToken(options: SigningOptions): Promise<string> {
  const { secret, issuer, audience, subject, scopes, ttlSeconds } = options;
  return new SignJWT({ scope: scopes.join(' ') })
    .setProtectedHeader({ alg: 'HS256' })
    .setIssuer(issuer)
    .setAudience(audience)
    .setSubject(subject)
    .setIssuedAt()
    .setJti(randomUUID())
    .setExpirationTime(`${ttlSeconds}s`)
    .sign(new TextEncoder().encode(secret));
}

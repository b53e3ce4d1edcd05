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
  /** Now, unless the clock of the service that checks it is known to differ. */
  issuedAt?: Date;
}

/** Signs a short-lived token for calls between services. */
export function signToken(options: SigningOptions): Promise<string> {
  const { secret, issuer, audience, subject, scopes, ttlSeconds, issuedAt = new Date() } = options;
  const seconds = Math.floor(issuedAt.getTime() / 1000);
  return new SignJWT({ scope: scopes.join(' ') })
    .setProtectedHeader({ alg: 'HS256' })
    .setIssuer(issuer)
    .setAudience(audience)
    .setSubject(subject)
    .setIssuedAt(seconds)
    .setJti(randomUUID())
    .setExpirationTime(seconds + ttlSeconds)
    .sign(new TextEncoder().encode(secret));
}

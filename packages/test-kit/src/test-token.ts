import type { Scope } from '@feedwarden/contracts';
import { signToken } from '@feedwarden/service-kit';
import { UnsecuredJWT } from 'jose';

export const TEST_SECRET = 'a secret for tests that is long enough';
export const TEST_TRUST = { secret: TEST_SECRET, issuer: 'feedwarden', audience: 'feedwarden' };

export function testToken(scopes: readonly Scope[], subject = 'tester'): Promise<string> {
  return signToken({ ...TEST_TRUST, subject, scopes, ttlSeconds: 300 });
}

/** Valid in every claim, but not signed (`alg: none`). */
export function unsignedToken(scopes: readonly Scope[]): string {
  return new UnsecuredJWT({ scope: scopes.join(' ') })
    .setIssuer(TEST_TRUST.issuer)
    .setAudience(TEST_TRUST.audience)
    .setSubject('mallory')
    .setExpirationTime('5m')
    .encode();
}

import type { Scope } from '@feedwarden/contracts';
import { signToken } from '@feedwarden/service-kit';
import { UnsecuredJWT } from 'jose';

export const TEST_SECRET = 'a secret for tests that is long enough';
export const TEST_TRUST = { secret: TEST_SECRET, issuer: 'feedwarden', audience: 'feedwarden' };

export function testToken(scopes: readonly Scope[], subject = 'tester'): Promise<string> {
  return signToken({ ...TEST_TRUST, subject, scopes, ttlSeconds: 300 });
}

/** What an attacker would like us to accept: right in every claim, and `alg: none`. */
export function unsignedToken(scopes: readonly Scope[]): string {
  return new UnsecuredJWT({ scope: scopes.join(' ') })
    .setIssuer(TEST_TRUST.issuer)
    .setAudience(TEST_TRUST.audience)
    .setSubject('mallory')
    .setExpirationTime('5m')
    .encode();
}

import type { ClientOptions } from '@feedwarden/client';
import { type Logger, signToken } from '@feedwarden/service-kit';

export interface CrawlerTokenOptions {
  identity: { token: string } | { secret: string };
  issuer: string;
  audience: string;
  logger: Logger;
  now: () => Date;
}

const TTL_SECONDS = 300;
/** Renewed well before it ends, so that no call is under way with a token that expires. */
const RENEW_AFTER_MS = (TTL_SECONDS / 2) * 1000;
/** The date of a response is in whole seconds, and the response was under way for a while. */
const TOLERATED_MS = 2000;

/**
 * The crawler's token for source-manager: a given one, or short-lived ones that it signs itself. They are signed by the
 * clock of source-manager, which checks them: where ours differs, its refusal says so.
 */
export function createCrawlerToken(
  options: CrawlerTokenOptions,
): Required<Pick<ClientOptions, 'token' | 'tokenRefused'>> {
  const { identity, issuer, audience, logger, now } = options;
  if ('token' in identity) return { token: async () => identity.token, tokenRefused: () => false };
  const { secret } = identity;
  let current: { token: Promise<string>; signedAt: number } | undefined;
  /** How far the clock of source-manager is ahead of ours. */
  let difference = 0;

  return {
    token() {
      const at = now().getTime();
      // Also when our clock was set back: the token would be renewed too late.
      if (!current || Math.abs(at - current.signedAt) > RENEW_AFTER_MS) {
        const token = signToken({
          secret,
          issuer,
          audience,
          subject: 'crawler',
          scopes: ['crawler', 'sources:read', 'feeds:toggle'],
          ttlSeconds: TTL_SECONDS,
          issuedAt: new Date(at + difference),
        });
        current = { token, signedAt: at };
      }
      return current.token;
    },

    tokenRefused({ date }) {
      if (!date) return false;
      const measured = date.getTime() - now().getTime();
      if (Math.abs(measured - difference) <= TOLERATED_MS) return false;
      if (difference === 0)
        logger.warn(
          { seconds: Math.round(measured / 1000) },
          'our clock differs from source-manager: signing tokens by its clock',
        );
      difference = measured;
      current = undefined;
      return true;
    },
  };
}

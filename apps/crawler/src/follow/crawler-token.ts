import { signToken } from '@feedwarden/service-kit';

export interface CrawlerTokenOptions {
  identity: { token: string } | { secret: string };
  issuer: string;
  audience: string;
  now: () => Date;
}

const TTL_SECONDS = 300;
/** Renewed well before it ends, so that no call is under way with a token that expires. */
const RENEW_AFTER_MS = (TTL_SECONDS / 2) * 1000;

/** The crawler's token for source-manager: a given one, or short-lived ones that it signs itself. */
export function createCrawlerToken({
  identity,
  issuer,
  audience,
  now,
}: CrawlerTokenOptions): () => Promise<string> {
  if ('token' in identity) return async () => identity.token;
  const { secret } = identity;
  let current: { token: Promise<string>; signedAt: number } | undefined;
  return () => {
    const at = now().getTime();
    if (!current || at - current.signedAt > RENEW_AFTER_MS) {
      const token = signToken({
        secret,
        issuer,
        audience,
        subject: 'crawler',
        scopes: ['crawler', 'sources:read', 'feeds:toggle'],
        ttlSeconds: TTL_SECONDS,
      });
      current = { token, signedAt: at };
    }
    return current.token;
  };
}

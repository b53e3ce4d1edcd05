import type { Source } from '@feedwarden/contracts';

const MASK = '***';

/** Any text with the users and passwords in its URLs masked. */
export function maskCredentials(text: string): string {
  return text.replace(/(https?:\/\/)[^\s/?#]*@/gi, `$1${MASK}@`);
}

/** JSON with the users and passwords in all URLs masked. */
export function maskedJson<Value>(value: Value): Value {
  return JSON.parse(
    JSON.stringify(value, (_key, part) => (typeof part === 'string' ? maskCredentials(part) : part)),
  );
}

export const isMasked = (url: string): boolean => new URL(url).username === MASK;

/** Undoes the mask with the stored URL; null when that has no credentials for this host. */
export function unmask(url: string, stored: string | null): string | null {
  if (stored === null) return null;
  const [given, kept] = [new URL(url), new URL(stored)];
  if (given.origin !== kept.origin || !(kept.username || kept.password)) return null;
  given.username = kept.username;
  given.password = kept.password;
  return given.href;
}

/** A source for callers who may not see the credentials in its URLs. */
export function withoutSecrets(source: Source): Source {
  const { feedUrl, siteUrl, proposedFeedUrl, lastError, disabledReason } = source;
  return { ...source, ...maskedJson({ feedUrl, siteUrl, proposedFeedUrl, lastError, disabledReason }) };
}

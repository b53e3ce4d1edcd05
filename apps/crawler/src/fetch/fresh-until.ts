import type { IncomingHttpHeaders } from 'node:http';
import { LONGEST_HEADER_SECONDS, parseHttpDate } from '@feedwarden/contracts';

/**
 * Until when a response stays fresh for a private cache (RFC 9111). null: the headers do not say, or ask for a request
 * each time.
 */
export function parseFreshUntil(headers: IncomingHttpHeaders, now: Date): Date | null {
  const seconds = lifetimeSeconds(headers, now) - ageSeconds(headers.age);
  return seconds > 0 ? new Date(now.getTime() + Math.min(seconds, LONGEST_HEADER_SECONDS) * 1000) : null;
}

/** An unreadable lifetime counts as zero. */
function lifetimeSeconds(headers: IncomingHttpHeaders, now: Date): number {
  const directives = (headers['cache-control'] ?? '').split(',').map((one) => one.trim().toLowerCase());
  if (directives.some((one) => /^no-(store|cache)\b/.test(one))) return 0;
  const maxAge = directives.find((one) => /^max-age\s*=/.test(one));
  if (maxAge) return Number(/^max-age\s*=\s*"?(\d+)"?$/.exec(maxAge)?.[1] ?? 0);
  const expires = parseHttpDate(headers.expires);
  if (!expires) return 0;
  // Both are by the server's clock.
  const from = parseHttpDate(headers.date) ?? now;
  return (expires.getTime() - from.getTime()) / 1000;
}

/** How long the response has been in caches on its way. */
function ageSeconds(age: string | undefined): number {
  return age && /^\d+$/.test(age.trim()) ? Number(age) : 0;
}

import type { IncomingHttpHeaders } from 'node:http';
import { parseHttpDate } from './http-date.js';
import { LONGEST_SECONDS } from './retry-after.js';

/**
 * Until when an answer says it stays as it is, as a private cache would read it (RFC 9111). null: it does not say, or
 * says that it must be asked for each time.
 */
export function parseFreshUntil(headers: IncomingHttpHeaders, now: Date): Date | null {
  const seconds = lifetimeSeconds(headers, now) - ageSeconds(headers.age);
  return seconds > 0 ? new Date(now.getTime() + Math.min(seconds, LONGEST_SECONDS) * 1000) : null;
}

/** What cannot be read counts as no lifetime at all. */
function lifetimeSeconds(headers: IncomingHttpHeaders, now: Date): number {
  const directives = (headers['cache-control'] ?? '').split(',').map((one) => one.trim().toLowerCase());
  if (directives.some((one) => /^no-(store|cache)\b/.test(one))) return 0;
  const maxAge = directives.find((one) => /^max-age\s*=/.test(one));
  if (maxAge) return Number(/^max-age\s*=\s*"?(\d+)"?$/.exec(maxAge)?.[1] ?? 0);
  const expires = parseHttpDate(headers.expires);
  if (!expires) return 0;
  // By the clock of the one who wrote both.
  const from = parseHttpDate(headers.date) ?? now;
  return (expires.getTime() - from.getTime()) / 1000;
}

/** How long the answer has been in a cache on its way. */
function ageSeconds(age: string | undefined): number {
  return age && /^\d+$/.test(age.trim()) ? Number(age) : 0;
}

import type { EntryVerdict } from '@feedwarden/contracts';
import type { Feed } from './feed.js';
import type { Entry } from './outcome.js';

const DAY = 86_400_000;

/**
 * The entries worth storing by their age: not older than the limit and, on the very first poll, not older than the
 * source. An entry without a date is never too old. Which of them are new is known to the database alone.
 */
export function freshEntries(entries: Entry[], feed: Feed, maxAgeDays: number, now: Date): Entry[] {
  const notBefore = feed.health.lastPolledAt === null ? feed.sourceCreatedAt : null;
  return entries.filter((entry) => verdictByAge(entry, { maxAgeDays, notBefore, now }) === 'store');
}

export interface AgeLimits {
  maxAgeDays: number;
  /** On the very first poll: when the source was created. */
  notBefore: Date | null;
  now: Date;
}

export function verdictByAge(
  { publishedAt }: Pick<Entry, 'publishedAt'>,
  { maxAgeDays, notBefore, now }: AgeLimits,
): EntryVerdict {
  if (publishedAt === null) return 'store';
  if (publishedAt.getTime() < now.getTime() - maxAgeDays * DAY) return 'too_old';
  return notBefore && publishedAt < notBefore ? 'before_source' : 'store';
}

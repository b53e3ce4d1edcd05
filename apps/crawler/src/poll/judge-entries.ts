import type { EntryVerdict } from '@feedwarden/contracts';
import type { Feed } from './feed.js';
import type { Entry, PolledEntry } from './outcome.js';
import { spreadOf } from './schedule.js';

const DAY = 86_400_000;

export interface JudgedEntries {
  /** Not too old. Only the database knows which of them are new. */
  fresh: PolledEntry[];
  /** To be remembered as known: the next poll, which judges by age alone, would store them. */
  skipped: PolledEntry[];
}

/** Entries that are too old are in neither list: they stay too old. */
export function judgeEntries(
  entries: PolledEntry[],
  feed: Feed,
  maxAgeDays: number,
  now: Date,
): JudgedEntries {
  const notBefore = feed.health.lastSuccessAt === null ? feed.sourceCreatedAt : null;
  const judged: JudgedEntries = { fresh: [], skipped: [] };
  for (const entry of entries) {
    const verdict = verdictByAge(entry, { maxAgeDays, notBefore, now });
    if (verdict !== 'too_old') judged[verdict === 'store' ? 'fresh' : 'skipped'].push(entry);
  }
  return judged;
}

const WEEK = 7 * DAY;

/**
 * What must be the same for entries with the fingerprints of the last poll to be left out of the next: they would be
 * judged as they were then. A fresh start forgets them. So does another week, in which everything is read once: of
 * entries that were cleaned up, this shows that the feed still has them.
 */
export function fingerprintBasis(
  { sourceId, bodyHash, healthEpoch }: Pick<Feed, 'sourceId' | 'bodyHash' | 'healthEpoch'>,
  maxAgeDays: number,
  now: Date,
): string {
  const week = Math.floor(now.getTime() / WEEK + spreadOf(sourceId));
  return [bodyHash, healthEpoch, maxAgeDays, week].join(' ');
}

export interface AgeLimits {
  maxAgeDays: number;
  /** Until the first successful poll: when the source was created. */
  notBefore: Date | null;
  now: Date;
}

/** An entry without a date is never too old. */
export function verdictByAge(
  { publishedAt }: Pick<Entry, 'publishedAt'>,
  { maxAgeDays, notBefore, now }: AgeLimits,
): EntryVerdict {
  if (publishedAt === null) return 'store';
  if (publishedAt.getTime() < now.getTime() - maxAgeDays * DAY) return 'too_old';
  return notBefore && publishedAt < notBefore ? 'before_source' : 'store';
}

import type { Entry, Feed } from './ports.js';

const DAY = 86_400_000;

/**
 * The entries worth storing by their age: not older than the limit and, on the very first poll, not older than the
 * source. An entry without a date is never too old. Which of them are new is known to the database alone.
 */
export function freshEntries(entries: Entry[], feed: Feed, maxAgeDays: number, now: Date): Entry[] {
  const tooOld = now.getTime() - maxAgeDays * DAY;
  const firstPoll = feed.health.lastPolledAt === null;
  const notBefore = firstPoll ? Math.max(tooOld, feed.sourceCreatedAt.getTime()) : tooOld;
  return entries.filter(({ publishedAt }) => publishedAt === null || publishedAt.getTime() >= notBefore);
}

import type { Database } from '@feedwarden/service-kit';
import { sql } from 'drizzle-orm';
import { crawlerContact } from './schema.js';

export type CrawlerContact = ReturnType<typeof createCrawlerContact>;

/** Written no more often than this: crawlers call many times a second. */
const AGAIN_MS = 2000;

/** Remembers when crawlers were last heard of, so that the page can tell silence from calm. */
export function createCrawlerContact(db: Database, now: () => number = Date.now) {
  const writtenAt = { seen: 0, reported: 0 };

  async function note(kind: keyof typeof writtenAt): Promise<void> {
    if (now() - writtenAt[kind] < AGAIN_MS) return;
    writtenAt[kind] = now();
    const times =
      kind === 'reported' ? { seenAt: sql`now()`, reportedAt: sql`now()` } : { seenAt: sql`now()` };
    await db
      .insert(crawlerContact)
      .values({ id: 1, ...times })
      .onConflictDoUpdate({ target: crawlerContact.id, set: times });
  }

  return { seen: () => note('seen'), reported: () => note('reported') };
}

import type { Database } from '@feedwarden/service-kit';
import { and, asc, eq, lte, sql } from 'drizzle-orm';
import type { FeedReader, PostponeFeed } from '../poll/ports.js';
import { feedOf } from './feed-row.js';
import { readPolls } from './poll-history.js';
import { feeds } from './schema.js';

/** How many feeds of one host are polled under one lease; the rest is still due when the host is claimed again. */
const DUE_AT_ONCE = 200;
/** Long enough not to burden the remote with our trouble, short enough to notice that it is over. */
const A_LITTLE_LATER = sql.raw(`interval '10 minutes'`);

export function createFeedReader(db: Database): FeedReader {
  return {
    async due(lease) {
      const rows = await db
        .select()
        .from(feeds)
        .where(and(eq(feeds.host, lease.host), lte(feeds.dueAt, sql`now()`)))
        .orderBy(asc(feeds.dueAt))
        .limit(DUE_AT_ONCE);
      return rows.map(feedOf);
    },

    async find(sourceId) {
      const [row] = await db.select().from(feeds).where(eq(feeds.sourceId, sourceId));
      return row ? feedOf(row) : null;
    },

    history: (sourceId) => readPolls(db, sourceId),
  };
}

export function createPostponeFeed(db: Database): PostponeFeed {
  return async (_lease, feed) => {
    const unchanged = and(
      eq(feeds.sourceId, feed.sourceId),
      eq(feeds.version, feed.version),
      eq(feeds.pollSeq, feed.pollSeq),
    );
    await db
      .update(feeds)
      .set({ dueAt: sql`now() + ${A_LITTLE_LATER}` })
      .where(unchanged);
  };
}

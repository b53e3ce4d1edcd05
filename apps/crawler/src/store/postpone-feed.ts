import type { Database } from '@feedwarden/service-kit';
import { and, eq, sql } from 'drizzle-orm';
import type { PostponeFeed } from '../poll/ports.js';
import { feeds } from './schema.js';

/** Long enough not to bother the remote with our trouble, short enough to notice that it is over. */
const A_LITTLE_LATER = sql.raw(`interval '10 minutes'`);

export function createPostponeFeed(db: Database): PostponeFeed {
  return async (_lease, feed) => {
    await db
      .update(feeds)
      .set({ dueAt: sql`now() + ${A_LITTLE_LATER}` })
      .where(
        and(
          eq(feeds.sourceId, feed.sourceId),
          eq(feeds.version, feed.version),
          eq(feeds.pollSeq, feed.pollSeq),
        ),
      );
  };
}

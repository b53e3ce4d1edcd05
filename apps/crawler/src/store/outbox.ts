import type { Database } from '@feedwarden/service-kit';
import { and, eq, inArray, sql } from 'drizzle-orm';
import type { Outbox } from '../follow/ports.js';
import { hostOf } from '../poll/feed.js';
import type { Schedule } from '../poll/schedule.js';
import { lockHosts } from './feed-store.js';
import { feeds, sourceCommands } from './schema.js';
import { deleteFeeds, followSources } from './source-replica.js';

/** Until then nobody else tries the same command. A delivery that takes longer may be made twice, which does no harm. */
const DELIVERY_LEASE = sql.raw(`interval '30 seconds'`);

/** Of each source only the oldest command is ever handed out, so they keep their order. */
const isOldest = sql`not exists (select 1 from source_commands earlier
  where earlier.source_id = ${sourceCommands.sourceId} and earlier.id < ${sourceCommands.id})`;

export function createOutbox(db: Database, schedule: Schedule): Outbox {
  return {
    take(limit) {
      const free = db
        .select({ id: sourceCommands.id })
        .from(sourceCommands)
        .where(and(sql`${sourceCommands.nextAttemptAt} <= now()`, isOldest))
        .orderBy(sourceCommands.nextAttemptAt)
        .limit(limit)
        .for('update', { skipLocked: true });
      return db
        .update(sourceCommands)
        .set({ attempts: sql`${sourceCommands.attempts} + 1`, nextAttemptAt: sql`now() + ${DELIVERY_LEASE}` })
        .where(inArray(sourceCommands.id, free))
        .returning();
    },

    async retryLater({ id }, seconds) {
      await db
        .update(sourceCommands)
        .set({ nextAttemptAt: sql`now() + make_interval(secs => ${seconds})` })
        .where(eq(sourceCommands.id, id));
    },

    settle: ({ id }, source, follow) =>
      db.transaction(async (tx) => {
        const [known] = await tx
          .select({ version: feeds.version })
          .from(feeds)
          .where(eq(feeds.sourceId, source.id));
        // Deleted while the answer was on its way: it must not come back by it.
        if (!known) {
          await tx.delete(sourceCommands).where(eq(sourceCommands.id, id));
          return true;
        }
        if (known.version > source.version) return false;
        // The host before the command, as everybody else locks them.
        await lockHosts(tx, [hostOf(source.feedUrl, source.id)]);
        await tx.delete(sourceCommands).where(eq(sourceCommands.id, id));
        await followSources(tx, [source], follow, schedule);
        return true;
      }),

    dropSource: (sourceId) => db.transaction((tx) => deleteFeeds(tx, [sourceId])),
  };
}

import type { Source } from '@feedwarden/contracts';
import type { Database, Transaction } from '@feedwarden/service-kit';
import { asc, eq, gt, inArray } from 'drizzle-orm';
import type { FollowSource, SourceReplica } from '../follow/ports.js';
import { hostOf } from '../poll/feed.js';
import type { Schedule } from '../poll/schedule.js';
import { rewriteFeeds } from './feed-store.js';
import { dropOutdatedCommands } from './outdated-commands.js';
import { feeds, polls, sourceCommands, syncState } from './schema.js';

/** Marks feeds that source-manager has not confirmed since we started over; real versions begin at 1. */
const UNCONFIRMED = 0;
const PAGE = 500;
const FIRST_ID = '00000000-0000-0000-0000-000000000000';

export function createSourceReplica(db: Database, schedule: Schedule): SourceReplica {
  return {
    async position() {
      const [state] = await db.select().from(syncState);
      return { cursor: state?.cursor ?? null, policies: state?.policies ?? null };
    },

    async savePolicies(policies) {
      await db.update(syncState).set({ policies });
    },

    apply: ({ changed, deleted, from, cursor }, follow) =>
      db.transaction(async (tx) => {
        const [state] = await tx.select({ cursor: syncState.cursor }).from(syncState).for('update');
        if (state?.cursor !== from) return;
        await followSources(tx, changed, follow, schedule);
        if (deleted.length > 0) await deleteFeeds(tx, deleted);
        await tx.update(syncState).set({ cursor });
      }),

    startOver: () =>
      db.transaction(async (tx) => {
        await tx.update(feeds).set({ version: UNCONFIRMED });
        await tx.update(syncState).set({ cursor: null });
      }),

    async removeUnconfirmed() {
      const rows = await db
        .select({ id: feeds.sourceId })
        .from(feeds)
        .where(eq(feeds.version, UNCONFIRMED))
        .limit(PAGE);
      if (rows.length > 0)
        await db.transaction((tx) =>
          deleteFeeds(
            tx,
            rows.map(({ id }) => id),
          ),
        );
    },

    async reschedule(basis) {
      const [state] = await db.select({ basis: syncState.scheduleBasis }).from(syncState);
      if (state?.basis === basis) return;
      let page: { id: string; host: string }[] = [];
      do {
        page = await db
          .select({ id: feeds.sourceId, host: feeds.host })
          .from(feeds)
          .where(gt(feeds.sourceId, page.at(-1)?.id ?? FIRST_ID))
          .orderBy(asc(feeds.sourceId))
          .limit(PAGE);
        await db.transaction((tx) => rescheduleFeeds(tx, page, schedule));
      } while (page.length === PAGE);
      await db.update(syncState).set({ scheduleBasis: basis });
    },
  };
}

/** Brings our feeds to where these sources stand. */
export async function followSources(
  tx: Transaction,
  sources: Source[],
  follow: FollowSource,
  schedule: Schedule,
): Promise<void> {
  const ids = sources.map(({ id }) => id);
  const hosts = sources.map(({ id, feedUrl }) => hostOf(feedUrl, id));
  await rewriteFeeds(tx, { ids, hosts }, (known) =>
    sources.flatMap((source) => {
      const feed = follow(known.get(source.id) ?? null, source);
      return feed ? [{ feed, dueAt: schedule(feed).at }] : [];
    }),
  );
  await dropOutdatedCommands(tx, ids);
}

export async function deleteFeeds(tx: Transaction, ids: string[]): Promise<void> {
  await tx.delete(sourceCommands).where(inArray(sourceCommands.sourceId, ids));
  await tx.delete(polls).where(inArray(polls.sourceId, ids));
  await tx.delete(feeds).where(inArray(feeds.sourceId, ids));
}

function rescheduleFeeds(
  tx: Transaction,
  page: { id: string; host: string }[],
  schedule: Schedule,
): Promise<void> {
  const which = { ids: page.map(({ id }) => id), hosts: page.map(({ host }) => host) };
  return rewriteFeeds(tx, which, (known) =>
    [...known.values()].map(({ feed }) => ({ feed, dueAt: schedule(feed).at })),
  );
}

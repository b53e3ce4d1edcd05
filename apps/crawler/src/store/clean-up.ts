import type { Database, Transaction } from '@feedwarden/service-kit';
import { type SQL, sql } from 'drizzle-orm';
import { forgetOldPolls } from './poll-history.js';
import { tickContentClock } from './post-store.js';

const AT_ONCE = 1000;
/** A tick must not wait for a long backlog: the next one continues. */
const ROUNDS = 20;
/** Long, because a feed that only responds "not modified" does not show that it still has an entry. */
const REMEMBERED_DAYS = 365;

export interface CleanedUp {
  articles: number;
  posts: number;
}

/**
 * Removes what nobody used in time: unprocessed articles published before the age limit, and unlinked posts created
 * before it. An article from the future is as old as its creation. Processed articles and linked posts stay. What a feed
 * may still have is remembered, so that it does not come back as new.
 */
export async function cleanUp(db: Database, maxAgeDays: number): Promise<CleanedUp> {
  const limit = sql`now() - make_interval(days => ${maxAgeDays})`;
  const articles = await inRounds(async () => {
    const gone = await db.execute(sql`
      delete from articles where id in (
        select id from articles where not processed and least(published_at, created_at) < ${limit} limit ${AT_ONCE} for update skip locked)
      returning id`);
    return gone.length;
  });
  const posts = await inRounds(() => db.transaction((tx) => cleanUpPosts(tx, limit)));
  await db.execute(sql`
    delete from known_entries where ctid = any(array(
      select ctid from known_entries where seen_at < now() - make_interval(days => ${REMEMBERED_DAYS}) limit ${AT_ONCE}))`);
  await forgetOldPolls(db);
  return { articles, posts };
}

/** Locked first and checked again then: an article may have been made of them in the meantime. */
async function cleanUpPosts(tx: Transaction, limit: SQL): Promise<number> {
  const unlinked = sql`not exists (select 1 from article_posts where post_id = posts.id)`;
  const old = await tx.execute<{ id: string }>(sql`
    select id from posts where created_at < ${limit} and ${unlinked}
    order by created_at limit ${AT_ONCE} for update skip locked`);
  if (old.length === 0) return 0;
  await tickContentClock(tx);
  await tx.execute(sql`
    with gone as (
      delete from posts where ${unlinked} and id in (
        select value::bigint from jsonb_array_elements_text(${JSON.stringify(old.map(({ id }) => id))}::text::jsonb))
      returning source_id, guid, content_hash
    )
    insert into known_entries (source_id, guid, content_hash)
    select source_id, guid, content_hash from gone
    on conflict (source_id, guid) do update set content_hash = excluded.content_hash, seen_at = now()`);
  return old.length;
}

async function inRounds(round: () => Promise<number>): Promise<number> {
  let total = 0;
  for (let done = 0; done < ROUNDS; done += 1) {
    const count = await round();
    total += count;
    if (count < AT_ONCE) break;
  }
  return total;
}

import type { Database, Transaction } from '@feedwarden/service-kit';
import { type SQL, sql } from 'drizzle-orm';
import { forgetOldIncidents } from '../blame/store/forget-incidents.js';
import { forgetOldPolls } from './poll-history.js';
import { tickContentClock } from './post-store.js';

const AT_ONCE = 1000;
/** A tick must not wait for a long backlog: the next one continues. */
const ROUNDS = 20;
/** Long, because a feed that only responds "not modified" does not show that it still has an entry. */
const REMEMBERED_DAYS = 365;

const UNLINKED = sql`not exists (select 1 from article_posts where post_id = posts.id)`;
const NOTHING: CleanedUp = { articles: 0, posts: 0 };

export interface CleanedUp {
  articles: number;
  posts: number;
}

/** After how many days content is removed. */
export interface Retention {
  /** What nobody used. */
  unusedDays: number;
  /** Processed articles, with their posts; null: never. */
  processedDays: number | null;
}

/**
 * Removes what nobody used in time: unprocessed articles published before the age limit, and unlinked posts created
 * before it. An article from the future is as old as its creation. Processed articles and linked posts stay, unless they
 * have a limit of their own. What a feed may still have is remembered, so that it does not come back as new.
 */
export async function cleanUp(db: Database, { unusedDays, processedDays }: Retention): Promise<CleanedUp> {
  const limit = sql`now() - make_interval(days => ${unusedDays})`;
  const articles = await inRounds(async () => {
    const gone = await db.execute(sql`
      delete from articles where id in (
        select id from articles where not processed and least(published_at, created_at) < ${limit} limit ${AT_ONCE} for update skip locked)
      returning id`);
    return gone.length;
  });
  const posts = await inRounds(() => db.transaction((tx) => cleanUpPosts(tx, limit)));
  const processed = processedDays === null ? NOTHING : await cleanUpProcessed(db, processedDays);
  await db.execute(sql`
    delete from known_entries where ctid = any(array(
      select ctid from known_entries where seen_at < now() - make_interval(days => ${REMEMBERED_DAYS}) limit ${AT_ONCE}))`);
  await forgetOldPolls(db);
  await forgetOldIncidents(db);
  return { articles: articles + processed.articles, posts: posts + processed.posts };
}

/** Together with its posts: an unlinked one would become an article again. */
async function cleanUpProcessed(db: Database, days: number): Promise<CleanedUp> {
  let posts = 0;
  const articles = await inRounds(() =>
    db.transaction(async (tx) => {
      const old = await tx.execute<{ id: string }>(sql`
        select id from articles where processed and created_at < now() - make_interval(days => ${days})
        order by created_at limit ${AT_ONCE} for update skip locked`);
      if (old.length === 0) return 0;
      const unlinked = await tx.execute<{ id: string }>(sql`
        delete from article_posts where article_id in (${idsOf(old)}) returning post_id as id`);
      await tx.execute(sql`delete from articles where id in (${idsOf(old)})`);
      await forgetPosts(tx, unlinked);
      posts += unlinked.length;
      return old.length;
    }),
  );
  return { articles, posts };
}

const idsOf = (rows: { id: string }[]) =>
  sql`select value::bigint from jsonb_array_elements_text(${JSON.stringify(rows.map(({ id }) => id))}::text::jsonb)`;

/** Locked first and checked again then: an article may have been made of them in the meantime. */
async function cleanUpPosts(tx: Transaction, limit: SQL): Promise<number> {
  const old = await tx.execute<{ id: string }>(sql`
    select id from posts where created_at < ${limit} and ${UNLINKED}
    order by created_at limit ${AT_ONCE} for update skip locked`);
  if (old.length > 0) await forgetPosts(tx, old);
  return old.length;
}

/** Removes posts that no article is made of, and remembers what they were. */
async function forgetPosts(tx: Transaction, old: { id: string }[]): Promise<void> {
  await tickContentClock(tx);
  await tx.execute(sql`
    with gone as (
      delete from posts where ${UNLINKED} and id in (${idsOf(old)})
      returning source_id, guid, content_hash
    )
    insert into known_entries (source_id, guid, content_hash)
    select source_id, guid, content_hash from gone
    on conflict (source_id, guid) do update set content_hash = excluded.content_hash, seen_at = now()`);
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

import type { PostDetails } from '@feedwarden/contracts';
import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  index,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  timestamp,
  unique,
  uuid,
} from 'drizzle-orm/pg-core';

/** Milliseconds, because that is what JavaScript has: what is written is what is read. */
export const instant = (name: string) => timestamp(name, { withTimezone: true, precision: 3 });

/** No foreign key to feeds: posts outlive a deleted source until they are too old. */
export const posts = pgTable(
  'posts',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    sourceId: uuid('source_id').notNull(),
    guid: text('guid').notNull(),
    url: text('url'),
    title: text('title'),
    body: text('body').notNull(),
    contentHtml: text('content_html'),
    /** The version of the sanitiser that its HTML has passed; null: it is as the feed had it. */
    sanitisedBy: smallint('sanitised_by'),
    author: text('author'),
    publishedAt: instant('published_at'),
    contentHash: text('content_hash').notNull(),
    details: jsonb('details').$type<PostDetails>(),
    createdAt: instant('created_at').notNull().defaultNow(),
    /** The number of the transaction that stored it, see `tickContentClock`: what a cursor counts by. */
    batchSeq: bigint('batch_seq', { mode: 'number' }).notNull().default(0),
  },
  (table) => [
    unique('posts_guid_once').on(table.sourceId, table.guid),
    unique('posts_content_once').on(table.sourceId, table.contentHash),
    index('posts_by_batch').on(table.batchSeq, table.id),
    index('posts_by_source').on(table.sourceId, table.batchSeq, table.id),
    index('posts_by_creation').on(table.createdAt),
  ],
);
export type PostRow = typeof posts.$inferSelect;

/** One row: the number of the last transaction that stored posts or articles. */
export const contentClock = pgTable(
  'content_clock',
  {
    id: smallint('id').primaryKey().default(1),
    seq: bigint('seq', { mode: 'number' }).notNull().default(0),
  },
  (table) => [check('content_clock_is_one_row', sql`${table.id} = 1`)],
);

/**
 * Entries that are known but have no post, because it was cleaned up or because the first poll skipped them: while a
 * feed still has them, they must not come in as new.
 */
export const knownEntries = pgTable(
  'known_entries',
  {
    sourceId: uuid('source_id').notNull(),
    guid: text('guid').notNull(),
    contentHash: text('content_hash').notNull(),
    /** When a feed was last seen to have it. */
    seenAt: instant('seen_at').notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.sourceId, table.guid] }),
    index('known_entries_by_content').on(table.sourceId, table.contentHash),
    index('known_entries_by_age').on(table.seenAt),
  ],
);

/** What consumers made of posts. */
export const articles = pgTable(
  'articles',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    sourceId: uuid('source_id').notNull(),
    title: text('title'),
    url: text('url'),
    author: text('author'),
    body: text('body').notNull(),
    contentHtml: text('content_html'),
    sanitisedBy: smallint('sanitised_by'),
    publishedAt: instant('published_at'),
    processed: boolean('processed').notNull().default(false),
    createdAt: instant('created_at').notNull().defaultNow(),
    batchSeq: bigint('batch_seq', { mode: 'number' }).notNull(),
  },
  (table) => [
    index('articles_processed').on(table.createdAt).where(sql`${table.processed}`),
    index('articles_unprocessed').on(table.publishedAt).where(sql`not ${table.processed}`),
    index('articles_by_batch').on(table.batchSeq, table.id),
    index('articles_by_source').on(table.sourceId, table.batchSeq, table.id),
  ],
);
export type ArticleRow = typeof articles.$inferSelect;

/** Which posts an article was made of; a post is in one article at most. */
export const articlePosts = pgTable(
  'article_posts',
  {
    postId: bigint('post_id', { mode: 'number' })
      .primaryKey()
      .references(() => posts.id),
    articleId: bigint('article_id', { mode: 'number' })
      .notNull()
      .references(() => articles.id, { onDelete: 'cascade' }),
  },
  (table) => [index('article_posts_by_article').on(table.articleId)],
);

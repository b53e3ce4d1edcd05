import {
  type Article,
  type ArticleQuery,
  type ContentPage,
  DEFAULT_SOURCE_TYPE,
  type NewArticles,
} from '@feedwarden/contracts';
import type { Database, Transaction } from '@feedwarden/service-kit';
import { and, asc, eq, gte, inArray, type SQL, sql } from 'drizzle-orm';
import { type ArticleRow, articlePosts, articles, type PostRow, posts } from '../store/content-schema.js';
import { tickContentClock } from '../store/post-store.js';
import { feeds } from '../store/schema.js';
import { afterPosition, fitPage } from './content-page.js';
import { contentBytes, readListed, readPage } from './listed-content.js';
import { type ArticleDraft, type ArticleSource, makeArticles } from './make-articles.js';
import { createSafeContent, type SafeContentDeps } from './safe-content.js';

/** How many posts one call takes; the next call takes the next ones. */
const POSTS_AT_ONCE = 2000;
const UNKNOWN_SOURCE: ArticleSource = {
  name: 'Deleted source',
  type: DEFAULT_SOURCE_TYPE,
  host: '',
  generator: null,
  aggregate: null,
};

type OwnedDraft = ArticleDraft & { sourceId: string };

export type ArticleStore = ReturnType<typeof createArticleStore>;

export function createArticleStore(db: Database, maxAgeDays: number, deps: SafeContentDeps) {
  const safeRows = createSafeContent(db, articles, deps);

  async function views(rows: (ArticleRow & { contentIsCut?: boolean })[]): Promise<Article[]> {
    if (rows.length === 0) return [];
    const ids = rows.map(({ id }) => id);
    const links = await db
      .select()
      .from(articlePosts)
      .where(inArray(articlePosts.articleId, ids))
      .orderBy(asc(articlePosts.postId));
    const byArticle = groupBy(links, ({ articleId }) => articleId);
    const safe = await safeRows(rows);
    return safe.map((row) =>
      viewOf(
        row,
        (byArticle.get(row.id) ?? []).map(({ postId }) => postId),
      ),
    );
  }

  return {
    /** Makes articles of posts that have none. Two consumers at once share the posts; no post is used twice. */
    async create(request: NewArticles): Promise<Article[]> {
      const ids = await db.transaction(async (tx) => {
        const taken = await takeUnlinked(tx, request, maxAgeDays);
        const bySource = groupBy(taken, ({ sourceId }) => sourceId);
        const sources = await articleSources(tx, [...bySource.keys()]);
        const drafts = [...bySource].flatMap(([sourceId, found]) =>
          makeArticles(sources.get(sourceId) ?? UNKNOWN_SOURCE, found).map((draft) => ({
            ...draft,
            sourceId,
          })),
        );
        return drafts.length > 0 ? insertAll(tx, drafts) : [];
      });
      return views(await readListed(db, articles, ids));
    },

    async find(id: number): Promise<Article | null> {
      return (await views(await db.select().from(articles).where(eq(articles.id, id))))[0] ?? null;
    },

    async list(query: ArticleQuery): Promise<ContentPage<Article>> {
      const conditions: SQL[] = [];
      if (query.source_id) conditions.push(eq(articles.sourceId, query.source_id));
      if (query.processed !== undefined) conditions.push(eq(articles.processed, query.processed));
      if (query.cursor) conditions.push(afterPosition(articles, query.cursor));
      const where = and(...conditions);
      const { rows, end, nextCursor } = await readPage(db, articles, { where, limit: query.limit });
      return { items: await views(rows), nextCursor, resumeCursor: end ?? query.cursor ?? null };
    },

    async setProcessed(id: number, processed: boolean): Promise<Article | null> {
      const rows = await db.update(articles).set({ processed }).where(eq(articles.id, id)).returning();
      return (await views(rows))[0] ?? null;
    },
  };
}

function viewOf(
  { batchSeq: _, sanitisedBy: __, contentIsCut, ...row }: ArticleRow & { contentIsCut?: boolean },
  postIds: number[],
): Article {
  return {
    ...row,
    id: String(row.id),
    publishedAt: row.publishedAt?.toISOString() ?? null,
    createdAt: row.createdAt.toISOString(),
    postIds: postIds.map(String),
    ...(contentIsCut && { contentIsCut }),
  };
}

/**
 * Posts without an article, and young enough to have one: an older article would be cleaned up at once. They are locked
 * first and checked again then: another consumer may have taken them in the meantime. Only what fits is read.
 */
async function takeUnlinked(
  tx: Transaction,
  { sourceIds, since }: NewArticles,
  maxAgeDays: number,
): Promise<PostRow[]> {
  const sizes = await tx
    .select({ id: posts.id, bytes: contentBytes(posts) })
    .from(posts)
    .where(
      and(
        inArray(posts.sourceId, sourceIds),
        sql`not exists (select 1 from article_posts where post_id = ${posts.id})`,
        sql`coalesce(${posts.publishedAt}, ${posts.createdAt}) >= now() - make_interval(days => ${maxAgeDays})`,
        since ? gte(posts.createdAt, new Date(since)) : undefined,
      ),
    )
    .orderBy(asc(posts.batchSeq), asc(posts.id))
    .limit(POSTS_AT_ONCE)
    .for('update', { skipLocked: true });
  if (sizes.length === 0) return [];
  const ids = sizes.map(({ id }) => id);
  const linked = await tx.select().from(articlePosts).where(inArray(articlePosts.postId, ids));
  const taken = new Set(linked.map(({ postId }) => postId));
  const free = fitPage(
    sizes.filter(({ id }) => !taken.has(id)),
    POSTS_AT_ONCE,
  );
  if (free.length === 0) return [];
  return tx
    .select()
    .from(posts)
    .where(
      inArray(
        posts.id,
        free.map(({ id }) => id),
      ),
    )
    .orderBy(asc(posts.batchSeq), asc(posts.id));
}

async function articleSources(tx: Transaction, ids: string[]): Promise<Map<string, ArticleSource>> {
  if (ids.length === 0) return new Map();
  const rows = await tx
    .select({
      sourceId: feeds.sourceId,
      host: feeds.host,
      generator: feeds.generator,
      settings: feeds.settings,
    })
    .from(feeds)
    .where(inArray(feeds.sourceId, ids));
  return new Map(rows.map(({ sourceId, settings, ...origin }) => [sourceId, { ...settings, ...origin }]));
}

/** In few statements: as long as they take, everything else that stores content waits. */
async function insertAll(tx: Transaction, drafts: OwnedDraft[]): Promise<number[]> {
  const batchSeq = await tickContentClock(tx);
  const rows = await tx
    .insert(articles)
    .values(drafts.map(({ postIds: _, ...draft }) => ({ ...draft, batchSeq })))
    .returning({ id: articles.id });
  const links = rows.flatMap(({ id }, place) =>
    (drafts[place]?.postIds ?? []).map((postId) => ({ postId, articleId: id })),
  );
  await tx.insert(articlePosts).values(links);
  return rows.map(({ id }) => id);
}

function groupBy<Item, Key>(items: Item[], keyOf: (item: Item) => Key): Map<Key, Item[]> {
  const groups = new Map<Key, Item[]>();
  for (const item of items) {
    const group = groups.get(keyOf(item));
    if (group) group.push(item);
    else groups.set(keyOf(item), [item]);
  }
  return groups;
}

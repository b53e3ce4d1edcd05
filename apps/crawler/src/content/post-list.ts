import type { ContentPage, Post, PostQuery } from '@feedwarden/contracts';
import type { Database } from '@feedwarden/service-kit';
import { and, asc, desc, eq, type SQL, sql } from 'drizzle-orm';
import { type PostRow, posts } from '../store/content-schema.js';
import { afterPosition, beforePosition, pageFrom } from './content-page.js';

export type ToSafeHtml = (html: string | null) => string | null;
export type PostList = ReturnType<typeof createPostList>;

/** Posts in the order in which they were stored, or against it: whoever keeps the last cursor gets each one once. */
export function createPostList(db: Database, toSafeHtml: ToSafeHtml) {
  const view = ({ batchSeq: _, details, ...row }: PostRow): Post => ({
    ...row,
    ...details,
    id: String(row.id),
    contentHtml: toSafeHtml(row.contentHtml),
    publishedAt: row.publishedAt?.toISOString() ?? null,
    createdAt: row.createdAt.toISOString(),
  });

  return {
    async find(id: number): Promise<Post | null> {
      const [row] = await db.select().from(posts).where(eq(posts.id, id));
      return row ? view(row) : null;
    },

    async list(query: PostQuery): Promise<ContentPage<Post>> {
      const isNewestFirst = query.order === 'newest';
      const direction = isNewestFirst ? desc : asc;
      const rows = await db
        .select()
        .from(posts)
        .where(and(...conditions(query)))
        .orderBy(direction(posts.batchSeq), direction(posts.id))
        .limit(query.limit + 1);
      const { page, end, nextCursor } = pageFrom(rows, query.limit);
      // What is stored later comes before the first page of the newest, so there is nothing to go on from.
      const resumeCursor = isNewestFirst ? null : (end ?? query.cursor ?? null);
      return { items: page.map(view), nextCursor, resumeCursor };
    },
  };
}

function conditions({ source_id, since, order, cursor }: PostQuery): SQL[] {
  const all: SQL[] = [];
  if (source_id) all.push(eq(posts.sourceId, source_id));
  if (cursor) all.push((order === 'newest' ? beforePosition : afterPosition)(posts, cursor));
  if (since) {
    // The first batch of that time is found by its own index; from there on the order is the one of the batches.
    all.push(
      sql`${posts.batchSeq} >= (select min(first.batch_seq) from posts first where first.created_at >= ${since})`,
    );
    all.push(sql`${posts.createdAt} >= ${since}`);
  }
  return all;
}

import type { ContentPage, Post, PostQuery } from '@feedwarden/contracts';
import type { Database } from '@feedwarden/service-kit';
import { and, eq, type SQL, sql } from 'drizzle-orm';
import { type PostRow, posts } from '../store/content-schema.js';
import { afterPosition, beforePosition } from './content-page.js';
import { readPage } from './listed-content.js';
import { createSafeContent, type SafeContentDeps } from './safe-content.js';

export type PostList = ReturnType<typeof createPostList>;

/** Posts in the order in which they were stored, or reversed. A reader that keeps the last cursor gets each one once. */
export function createPostList(db: Database, deps: SafeContentDeps) {
  const safe = createSafeContent(db, posts, deps);
  return {
    async find(id: number): Promise<Post | null> {
      const rows = await db.select().from(posts).where(eq(posts.id, id));
      const [row] = await safe(rows);
      return row ? viewOf(row) : null;
    },

    async list(query: PostQuery): Promise<ContentPage<Post>> {
      const isNewestFirst = query.order === 'newest';
      const where = and(...conditions(query));
      const { rows, end, nextCursor } = await readPage(db, posts, {
        where,
        isNewestFirst,
        limit: query.limit,
      });
      const items = (await safe(rows)).map(viewOf);
      // What is stored later comes before the first page of the newest, so there is nothing to go on from.
      return { items, nextCursor, resumeCursor: isNewestFirst ? null : (end ?? query.cursor ?? null) };
    },
  };
}

function viewOf({
  batchSeq: _,
  sanitisedBy: __,
  details,
  contentIsCut,
  ...row
}: PostRow & { contentIsCut?: boolean }): Post {
  return {
    ...row,
    ...details,
    id: String(row.id),
    publishedAt: row.publishedAt?.toISOString() ?? null,
    createdAt: row.createdAt.toISOString(),
    ...(contentIsCut && { contentIsCut }),
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

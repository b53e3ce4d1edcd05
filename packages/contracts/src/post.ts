import { z } from 'zod';
import { contentPageOf, cursorSchema, pageLimitSchema } from './page.js';
import { timestampSchema, zonedTimestampSchema } from './timestamp.js';

/** One entry of a feed, as it was extracted. */
export const postSchema = z
  .object({
    id: z.string(),
    sourceId: z.uuid(),
    guid: z.string(),
    url: z.string().nullable(),
    title: z.string().nullable(),
    body: z.string().describe('Plain text.'),
    contentHtml: z.string().nullable().describe('Sanitised: safe to show.'),
    author: z.string().nullable(),
    publishedAt: timestampSchema.nullable(),
    contentHash: z.string(),
    createdAt: timestampSchema.describe('When it was stored.'),
  })
  .meta({ id: 'Post', description: 'One entry of a feed, as it was extracted.' });
export type Post = z.infer<typeof postSchema>;

export const postPageSchema = contentPageOf(postSchema).meta({ id: 'PostPage' });

/** The query string of `GET /api/v1/posts`; oldest first, so that who goes on from the last cursor misses nothing. */
export const postQuerySchema = z.strictObject({
  source_id: z.uuid().optional(),
  since: zonedTimestampSchema.optional().describe('Posts stored at this time or later.'),
  cursor: cursorSchema.optional(),
  limit: pageLimitSchema.default(100),
});
export type PostQuery = z.infer<typeof postQuerySchema>;
export interface PostQueryInput {
  source_id?: string;
  since?: string;
  cursor?: string;
  limit?: number;
}

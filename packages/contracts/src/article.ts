import { z } from 'zod';
import { contentPageOf, cursorSchema, pageLimitSchema } from './page.js';
import { timestampSchema, zonedTimestampSchema } from './timestamp.js';

/** What a consumer makes of one or several posts. */
export const articleSchema = z
  .object({
    id: z.string(),
    sourceId: z.uuid(),
    title: z.string().nullable(),
    url: z.string().nullable(),
    author: z.string().nullable(),
    body: z.string().describe('Plain text.'),
    contentHtml: z.string().nullable().describe('Sanitised: safe to show.'),
    publishedAt: timestampSchema.nullable(),
    postIds: z.array(z.string()),
    processed: z.boolean(),
    createdAt: timestampSchema,
  })
  .meta({ id: 'Article', description: 'What a consumer makes of one or several posts.' });
export type Article = z.infer<typeof articleSchema>;

export const articlePageSchema = contentPageOf(articleSchema).meta({ id: 'ArticlePage' });

/** The body of `POST /api/v1/articles`: makes articles of the posts that no article has yet. */
export const newArticlesSchema = z
  .strictObject({
    sourceIds: z.array(z.uuid()).min(1).max(500),
    since: zonedTimestampSchema.optional().describe('Only posts stored at this time or later.'),
  })
  .meta({ id: 'NewArticles' });
export type NewArticles = z.infer<typeof newArticlesSchema>;

export const newArticlesAnswerSchema = z.object({ items: z.array(articleSchema) });

export const articlePatchSchema = z.strictObject({ processed: z.boolean() });
export type ArticlePatch = z.infer<typeof articlePatchSchema>;

/** The query string of `GET /api/v1/articles`; oldest first. */
export const articleQuerySchema = z.strictObject({
  source_id: z.uuid().optional(),
  processed: z
    .enum(['true', 'false'])
    .transform((text) => text === 'true')
    .optional(),
  cursor: cursorSchema.optional(),
  limit: pageLimitSchema.default(100),
});
export type ArticleQuery = z.infer<typeof articleQuerySchema>;
export interface ArticleQueryInput {
  source_id?: string;
  processed?: boolean;
  cursor?: string;
  limit?: number;
}

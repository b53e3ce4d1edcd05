import { z } from 'zod';
import { rowPath, timestampSchema, zonedTimestampSchema } from '../http/fields.js';
import type { OperationTable } from '../http/operation.js';
import { contentPageOf, cursorSchema, pageLimitSchema } from '../http/page.js';
import { EXAMPLE_SOURCE_ID } from '../sources/example-source.js';
import { contentIsCutField, LISTED, SAFE_HTML } from './post.js';

/** What a consumer makes of one or several posts. */
export const articleSchema = z
  .object({
    id: z.string(),
    sourceId: z.uuid(),
    title: z.string().nullable(),
    url: z.string().nullable(),
    author: z.string().nullable(),
    body: z.string().describe('Plain text.'),
    contentHtml: z.string().nullable().describe(SAFE_HTML),
    publishedAt: timestampSchema.nullable(),
    postIds: z.array(z.string()),
    processed: z.boolean(),
    createdAt: timestampSchema,
    contentIsCut: contentIsCutField,
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

export const NO_SUCH_ARTICLE = 'there is no article with this id';

const exampleArticle: Article = {
  id: '1',
  sourceId: EXAMPLE_SOURCE_ID,
  title: 'The first one',
  url: 'https://news.example/2026/first',
  author: 'The newsroom',
  body: 'What the first article says.',
  contentHtml: '<p>What the first article says.</p>',
  publishedAt: '2026-02-03T08:00:00.000Z',
  postIds: ['1'],
  processed: false,
  createdAt: '2026-02-03T09:20:00.000Z',
};

export const articleOperations = {
  createArticles: {
    method: 'post',
    path: '/api/v1/articles',
    scope: 'articles:write',
    summary: 'Create articles from posts that have none',
    description:
      'One article for each post, or one digest of all posts of an aggregated source. A request takes the oldest posts, ' +
      'up to 2,000 or about 4 MB of them: repeat it until `items` is empty.',
    body: { schema: newArticlesSchema },
    answer: { status: 201, description: 'The created articles.', schema: newArticlesAnswerSchema },
    examples: {
      ofOneSource: { body: { sourceIds: [EXAMPLE_SOURCE_ID] }, answer: { items: [exampleArticle] } },
    },
  },
  listArticles: {
    method: 'get',
    path: '/api/v1/articles',
    scope: 'posts:read',
    summary: 'Read articles',
    description: `Oldest first. Keep \`resumeCursor\` and go on from it later. ${LISTED}`,
    query: articleQuerySchema,
    answer: { status: 200, description: 'A page of articles.', schema: articlePageSchema },
    examples: {
      unprocessed: {
        query: { processed: 'false' },
        answer: { items: [exampleArticle], nextCursor: null, resumeCursor: 'WzFd' },
      },
    },
  },
  getArticle: {
    method: 'get',
    path: '/api/v1/articles/:id',
    scope: 'posts:read',
    summary: 'Read one article',
    description: 'With all of its content, however long it is.',
    params: rowPath(NO_SUCH_ARTICLE),
    answer: { status: 200, description: 'The article.', schema: articleSchema },
    examples: { one: { params: { id: '1' }, answer: exampleArticle } },
  },
  changeArticle: {
    method: 'patch',
    path: '/api/v1/articles/:id',
    scope: 'articles:write',
    summary: 'Mark an article as processed',
    description: 'Processed articles are not cleaned up.',
    params: rowPath(NO_SUCH_ARTICLE),
    body: { schema: articlePatchSchema },
    answer: { status: 200, description: 'The changed article.', schema: articleSchema },
    examples: {
      done: {
        params: { id: '1' },
        body: { processed: true },
        answer: { ...exampleArticle, processed: true },
      },
    },
  },
} satisfies OperationTable;

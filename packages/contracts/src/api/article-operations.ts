import {
  type Article,
  articlePageSchema,
  articlePatchSchema,
  articleQuerySchema,
  articleSchema,
  newArticlesAnswerSchema,
  newArticlesSchema,
} from '../article.js';
import { EXAMPLE_SOURCE_ID } from './example-source.js';
import type { OperationTable } from './operation.js';
import { rowPath } from './row-path.js';

export const NO_SUCH_ARTICLE = 'there is no article with this id';

const exampleArticle: Article = {
  id: '1',
  sourceId: EXAMPLE_SOURCE_ID,
  title: 'The first one',
  url: 'https://news.example/2026/first',
  author: 'The newsroom',
  body: 'What there is to tell.',
  contentHtml: '<p>What there is to tell.</p>',
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
    summary: 'Make articles of the posts that have none',
    description: 'One of each post, or one digest of all where the source is aggregated.',
    body: { schema: newArticlesSchema },
    answer: { status: 201, description: 'The articles that were made.', schema: newArticlesAnswerSchema },
    examples: {
      ofOneSource: { body: { sourceIds: [EXAMPLE_SOURCE_ID] }, answer: { items: [exampleArticle] } },
    },
  },
  listArticles: {
    method: 'get',
    path: '/api/v1/articles',
    scope: 'posts:read',
    summary: 'Read articles',
    description: 'Oldest first. Keep `resumeCursor` and go on from it later.',
    query: articleQuerySchema,
    answer: { status: 200, description: 'A page of articles.', schema: articlePageSchema },
    examples: {
      unprocessed: {
        query: { processed: 'false' },
        answer: { items: [exampleArticle], nextCursor: null, resumeCursor: 'WzFd' },
      },
    },
  },
  changeArticle: {
    method: 'patch',
    path: '/api/v1/articles/:id',
    scope: 'articles:write',
    summary: 'Mark an article as processed',
    description: 'Processed articles are not cleaned up.',
    params: rowPath(NO_SUCH_ARTICLE),
    body: { schema: articlePatchSchema },
    answer: { status: 200, description: 'The article as it is now.', schema: articleSchema },
    examples: {
      done: {
        params: { id: '1' },
        body: { processed: true },
        answer: { ...exampleArticle, processed: true },
      },
    },
  },
} satisfies OperationTable;

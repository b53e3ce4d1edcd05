import { type Post, postPageSchema, postQuerySchema, postSchema } from '../post.js';
import { EXAMPLE_SOURCE_ID } from './example-source.js';
import type { OperationTable } from './operation.js';
import { rowPath } from './row-path.js';

export const NO_SUCH_POST = 'there is no post with this id';

const examplePost: Post = {
  id: '1',
  sourceId: EXAMPLE_SOURCE_ID,
  guid: 'https://news.example/2026/first',
  url: 'https://news.example/2026/first',
  title: 'The first one',
  body: 'What there is to tell.',
  contentHtml: '<p>What there is to tell.</p>',
  author: 'The newsroom',
  publishedAt: '2026-02-03T08:00:00.000Z',
  contentHash: '4f1d2a0c6f0b6b0e0b9f3a6c2f7e5d4c3b2a19080706050403020100ffeeddcc',
  createdAt: '2026-02-03T09:15:00.000Z',
};

export const postOperations = {
  listPosts: {
    method: 'get',
    path: '/api/v1/posts',
    scope: 'posts:read',
    summary: 'Read posts',
    description:
      'Oldest first. Keep `resumeCursor` and go on from it later: nothing is missed, nothing comes twice.',
    query: postQuerySchema,
    answer: { status: 200, description: 'A page of posts.', schema: postPageSchema },
    examples: {
      ofOneSource: {
        query: { source_id: EXAMPLE_SOURCE_ID, limit: '50' },
        answer: { items: [examplePost], nextCursor: null, resumeCursor: 'WzFd' },
      },
    },
  },
  getPost: {
    method: 'get',
    path: '/api/v1/posts/:id',
    scope: 'posts:read',
    summary: 'Read one post',
    params: rowPath(NO_SUCH_POST),
    answer: { status: 200, description: 'The post.', schema: postSchema },
    examples: { one: { params: { id: '1' }, answer: examplePost } },
  },
} satisfies OperationTable;

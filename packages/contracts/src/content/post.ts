import { z } from 'zod';
import { rowPath, timestampSchema, zonedTimestampSchema } from '../http/fields.js';
import type { OperationTable } from '../http/operation.js';
import { contentPageOf, cursorSchema, pageLimitSchema } from '../http/page.js';
import { EXAMPLE_SOURCE_ID } from '../sources/example-source.js';

/** Roughly; a page has one item at least. */
export const PAGE_BYTES = 4_000_000;
/** What one list item may have of text, and of HTML. */
export const LISTED_CHARS = 100_000;
export const LISTED = `A page ends after \`limit\` items or ${PAGE_BYTES / 1_000_000} MB, whichever comes first.`;

export const contentIsCutField = z
  .literal(true)
  .optional()
  .describe(
    `Lists show the first ${LISTED_CHARS.toLocaleString('en')} characters of \`body\`, and null for longer \`contentHtml\`. Read the item by its id for all of it.`,
  );

const enclosureSchema = z
  .object({
    url: z.string(),
    type: z.string().optional().describe('The media type, as the feed declares it.'),
    bytes: z.int().optional(),
    durationSeconds: z.int().optional(),
  })
  .meta({ id: 'Enclosure', description: 'A file that belongs to a post, such as a podcast episode.' });
export type PostEnclosure = z.infer<typeof enclosureSchema>;

export const SAFE_HTML =
  'Sanitised: safe to show. Frames are sandboxed, and only of well-known players such as YouTube and Vimeo.';

/** What only some feeds have. A field is missing where the feed has nothing for it. */
export const postDetailsSchema = z.object({
  titleIsDerived: z
    .literal(true)
    .optional()
    .describe('The feed has no title: this one is the beginning of the text, or comes from the URL.'),
  summary: z.string().optional().describe('Plain text, where the feed has a summary beside the content.'),
  authors: z.array(z.string()).optional().describe('All authors, where there are several.'),
  enclosures: z.array(enclosureSchema).optional(),
  categories: z.array(z.string()).optional(),
  image: z.string().optional().describe('The URL of a picture that stands for the post.'),
  language: z.string().optional().describe('A language tag, such as `en-GB`.'),
  commentsUrl: z.string().optional().describe('The page with the comments.'),
  viaUrl: z
    .string()
    .optional()
    .describe('The link in the feed, where it leads to `url` through a counter such as FeedBurner.'),
});
export type PostDetails = z.infer<typeof postDetailsSchema>;

/** One entry of a feed, as it was extracted. */
export const postSchema = z
  .object({
    id: z.string(),
    sourceId: z.uuid(),
    guid: z.string(),
    url: z.string().nullable(),
    title: z.string().nullable(),
    body: z.string().describe('Plain text.'),
    contentHtml: z.string().nullable().describe(SAFE_HTML),
    author: z.string().nullable(),
    publishedAt: timestampSchema.nullable(),
    contentHash: z.string(),
    createdAt: timestampSchema.describe('When it was stored.'),
    contentIsCut: contentIsCutField,
    ...postDetailsSchema.shape,
  })
  .meta({ id: 'Post', description: 'One entry of a feed, as it was extracted.' });
export type Post = z.infer<typeof postSchema>;

export const postPageSchema = contentPageOf(postSchema).meta({ id: 'PostPage' });

/** `oldest`: whoever goes on from the last cursor misses nothing. `newest`: what people want to see. */
export const postOrderSchema = z.enum(['oldest', 'newest']);
export type PostOrder = z.infer<typeof postOrderSchema>;

/** The query string of `GET /api/v1/posts`. */
export const postQuerySchema = z.strictObject({
  source_id: z.uuid().optional(),
  since: zonedTimestampSchema.optional().describe('Posts stored at this time or later.'),
  order: postOrderSchema
    .default('oldest')
    .describe('Which posts come first, by when they were stored. A cursor belongs to one order.'),
  cursor: cursorSchema.optional(),
  limit: pageLimitSchema.default(100),
});
export type PostQuery = z.infer<typeof postQuerySchema>;

export const NO_SUCH_POST = 'there is no post with this id';

const examplePost: Post = {
  id: '1',
  sourceId: EXAMPLE_SOURCE_ID,
  guid: 'https://news.example/2026/first',
  url: 'https://news.example/2026/first',
  title: 'The first one',
  body: 'What the first article says.',
  contentHtml: '<p>What the first article says.</p>',
  author: 'The newsroom',
  publishedAt: '2026-02-03T08:00:00.000Z',
  contentHash: '4f1d2a0c6f0b6b0e0b9f3a6c2f7e5d4c3b2a19080706050403020100ffeeddcc',
  createdAt: '2026-02-03T09:15:00.000Z',
  summary: 'What happened, in one sentence.',
  categories: ['Local news'],
  language: 'en',
};

export const postOperations = {
  listPosts: {
    method: 'get',
    path: '/api/v1/posts',
    scope: 'posts:read',
    summary: 'Read posts',
    description:
      'Oldest first unless `order` is `newest`. Keep the `resumeCursor` of the oldest-first order and go on from it ' +
      `later: nothing is missed, nothing comes twice. ${LISTED}`,
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
    description: 'With all of its content, however long it is.',
    params: rowPath(NO_SUCH_POST),
    answer: { status: 200, description: 'The post.', schema: postSchema },
    examples: { one: { params: { id: '1' }, answer: examplePost } },
  },
} satisfies OperationTable;

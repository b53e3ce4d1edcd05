import {
  type ContentPage,
  type Post,
  type PostQueryInput,
  postPageSchema,
  postSchema,
} from '@feedwarden/contracts';
import { allItems } from './all-items.js';
import type { CallOptions } from './api-request.js';
import type { CallApi } from './call-api.js';

/** What was extracted from sources. Scope `posts:read`. */
export function postMethods(api: CallApi) {
  const listPosts = (query: PostQueryInput = {}, options?: CallOptions): Promise<ContentPage<Post>> =>
    api.json({ method: 'GET', path: '/api/v1/posts', query }, postPageSchema, options);

  return {
    /** One page of posts, oldest first; go on from its `resumeCursor` later, and nothing is missed. */
    listPosts,

    /** Every post that the query finds, page by page. */
    allPosts: ({ cursor, ...query }: PostQueryInput = {}, options?: CallOptions): AsyncGenerator<Post> =>
      allItems(
        (next) => listPosts({ ...query, ...(next !== undefined && { cursor: next }) }, options),
        cursor,
      ),

    getPost: (id: string, options?: CallOptions): Promise<Post> =>
      api.json({ method: 'GET', path: `/api/v1/posts/${encodeURIComponent(id)}` }, postSchema, options),
  };
}

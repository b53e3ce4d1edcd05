import { NO_SUCH_POST, postOperations } from '@feedwarden/contracts';
import { Problem, type Route, routesOf } from '@feedwarden/service-kit';
import type { PostList } from './post-list.js';

export function postRoutes(posts: PostList): Route[] {
  return routesOf(postOperations, {
    listPosts: ({ query }) => posts.list(query),

    getPost: async ({ params }) => {
      const post = await posts.find(params.id);
      if (!post) throw new Problem(404, NO_SUCH_POST);
      return post;
    },
  });
}

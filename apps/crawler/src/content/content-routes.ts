import { articleOperations, NO_SUCH_ARTICLE, NO_SUCH_POST, postOperations } from '@feedwarden/contracts';
import { type Database, Problem, type Route, routesOf } from '@feedwarden/service-kit';
import { createArticleStore } from './article-store.js';
import { createPostList } from './post-list.js';
import type { SafeContentDeps } from './safe-content.js';

/** What was polled, and what consumers make of it. */
export function contentRoutes(db: Database, maxArticleAgeDays: number, deps: SafeContentDeps): Route[] {
  const posts = createPostList(db, deps);
  const articles = createArticleStore(db, maxArticleAgeDays, deps);
  return [
    ...routesOf(postOperations, {
      listPosts: ({ query }) => posts.list(query),

      getPost: async ({ params }) => {
        const post = await posts.find(params.id);
        if (!post) throw new Problem(404, NO_SUCH_POST);
        return post;
      },
    }),
    ...routesOf(articleOperations, {
      createArticles: async ({ body }) => ({ items: await articles.create(body) }),

      listArticles: ({ query }) => articles.list(query),

      getArticle: async ({ params }) => {
        const article = await articles.find(params.id);
        if (!article) throw new Problem(404, NO_SUCH_ARTICLE);
        return article;
      },

      changeArticle: async ({ params, body }) => {
        const article = await articles.setProcessed(params.id, body.processed);
        if (!article) throw new Problem(404, NO_SUCH_ARTICLE);
        return article;
      },
    }),
  ];
}

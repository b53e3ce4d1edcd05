import { articleOperations, NO_SUCH_ARTICLE, NO_SUCH_POST, postOperations } from '@feedwarden/contracts';
import { type Database, Problem, type Route, routesOf } from '@feedwarden/service-kit';
import { createArticleStore } from './article-store.js';
import { createPostList, type ToSafeHtml } from './post-list.js';

/** What was polled, and what consumers make of it. */
export function contentRoutes(db: Database, toSafeHtml: ToSafeHtml, maxArticleAgeDays: number): Route[] {
  const posts = createPostList(db, toSafeHtml);
  const articles = createArticleStore(db, toSafeHtml, maxArticleAgeDays);
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

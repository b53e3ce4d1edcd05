import { articleOperations, NO_SUCH_ARTICLE } from '@feedwarden/contracts';
import { Problem, type Route, routesOf } from '@feedwarden/service-kit';
import type { ArticleStore } from './article-store.js';

export function articleRoutes(articles: ArticleStore): Route[] {
  return routesOf(articleOperations, {
    createArticles: async ({ body }) => ({ items: await articles.create(body) }),

    listArticles: ({ query }) => articles.list(query),

    changeArticle: async ({ params, body }) => {
      const article = await articles.setProcessed(params.id, body.processed);
      if (!article) throw new Problem(404, NO_SUCH_ARTICLE);
      return article;
    },
  });
}

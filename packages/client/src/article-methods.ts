import {
  type Article,
  type ArticleQueryInput,
  articlePageSchema,
  articleSchema,
  type ContentPage,
  type NewArticles,
  newArticlesAnswerSchema,
} from '@feedwarden/contracts';
import { allItems } from './all-items.js';
import type { CallOptions } from './api-request.js';
import type { CallApi } from './call-api.js';

/** What is made of posts. Scopes `articles:write` and `posts:read`. */
export function articleMethods(api: CallApi) {
  const listArticles = (
    query: ArticleQueryInput = {},
    options?: CallOptions,
  ): Promise<ContentPage<Article>> =>
    api.json({ method: 'GET', path: '/api/v1/articles', query }, articlePageSchema, options);

  return {
    /** One page of articles, oldest first. */
    listArticles,

    /** Every article that the query finds, page by page. */
    allArticles: (
      { cursor, ...query }: ArticleQueryInput = {},
      options?: CallOptions,
    ): AsyncGenerator<Article> =>
      allItems(
        (next) => listArticles({ ...query, ...(next !== undefined && { cursor: next }) }, options),
        cursor,
      ),

    /** Makes articles of the posts that no article has yet. */
    createArticles: async (body: NewArticles, options?: CallOptions): Promise<Article[]> => {
      const request = { method: 'POST', path: '/api/v1/articles', body } as const;
      return (await api.json(request, newArticlesAnswerSchema, options)).items;
    },

    /** Marks an article as dealt with, or as not. */
    setArticleProcessed: (id: string, processed: boolean, options?: CallOptions): Promise<Article> =>
      api.json(
        { method: 'PATCH', path: `/api/v1/articles/${encodeURIComponent(id)}`, body: { processed } },
        articleSchema,
        options,
      ),
  };
}

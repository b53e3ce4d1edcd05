import { articlePatchSchema, articleQuerySchema, newArticlesSchema } from '@feedwarden/contracts';
import { Problem, type RequireScope, readInput } from '@feedwarden/service-kit';
import { Router } from 'express';
import type { ArticleStore } from '../store/article-store.js';
import { rowId } from './row-id.js';

export function articleRoutes(articles: ArticleStore, requireScope: RequireScope): Router {
  const routes = Router();

  routes.post('/api/v1/articles', requireScope('articles:write'), async (request, response) => {
    const items = await articles.create(readInput(newArticlesSchema, request.body, 'body'));
    response.status(201).json({ items });
  });

  routes.get('/api/v1/articles', requireScope('posts:read'), async (request, response) => {
    response.json(await articles.list(readInput(articleQuerySchema, request.query, 'query')));
  });

  routes.patch('/api/v1/articles/:id', requireScope('articles:write'), async (request, response) => {
    const { processed } = readInput(articlePatchSchema, request.body, 'body');
    const id = rowId(request.params.id);
    const article = id === null ? null : await articles.setProcessed(id, processed);
    if (!article) throw new Problem(404, 'there is no article with this id');
    response.json(article);
  });

  return routes;
}

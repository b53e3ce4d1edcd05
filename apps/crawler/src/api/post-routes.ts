import { postQuerySchema } from '@feedwarden/contracts';
import { Problem, type RequireScope, readInput } from '@feedwarden/service-kit';
import { Router } from 'express';
import type { PostList } from '../store/post-list.js';
import { rowId } from './row-id.js';

export function postRoutes(posts: PostList, requireScope: RequireScope): Router {
  const routes = Router();

  routes.get('/api/v1/posts', requireScope('posts:read'), async (request, response) => {
    response.json(await posts.list(readInput(postQuerySchema, request.query, 'query')));
  });

  routes.get('/api/v1/posts/:id', requireScope('posts:read'), async (request, response) => {
    const id = rowId(request.params.id);
    const post = id === null ? null : await posts.find(id);
    if (!post) throw new Problem(404, 'there is no post with this id');
    response.json(post);
  });

  return routes;
}

import {
  newSourceSchema,
  sourceChangesQuerySchema,
  sourcePatchSchema,
  sourceQuerySchema,
} from '@feedwarden/contracts';
import { callerOf, type RequireScope, readInput } from '@feedwarden/service-kit';
import { Router } from 'express';
import type { ReadChanges } from './source-changes.js';
import { found, noSuchSource, sourceId } from './source-id.js';
import type { ListSources } from './source-list.js';
import type { SourceStore } from './source-store.js';

export function sourceRoutes(
  store: SourceStore,
  listSources: ListSources,
  readChanges: ReadChanges,
  requireScope: RequireScope,
): Router {
  const routes = Router();

  routes.get('/api/v1/sources', requireScope('sources:read'), async (request, response) => {
    response.json(await listSources(readInput(sourceQuerySchema, request.query, 'query')));
  });

  routes.post('/api/v1/sources', requireScope('sources:write'), async (request, response) => {
    const source = await store.create(
      readInput(newSourceSchema, request.body, 'body'),
      callerOf(response).subject,
    );
    response.status(201).location(`/api/v1/sources/${source.id}`).json(source);
  });

  routes.get('/api/v1/sources/changes', requireScope('crawler'), async (request, response) => {
    response.json(await readChanges(readInput(sourceChangesQuerySchema, request.query, 'query')));
  });

  routes.get('/api/v1/sources/:id', requireScope('sources:read'), async (request, response) => {
    response.json(found(await store.get(sourceId(request.params.id))));
  });

  routes.patch('/api/v1/sources/:id', requireScope('sources:write'), async (request, response) => {
    const patch = readInput(sourcePatchSchema, request.body, 'body');
    response.json(found(await store.update(sourceId(request.params.id), callerOf(response).subject, patch)));
  });

  routes.delete('/api/v1/sources/:id', requireScope('sources:write'), async (request, response) => {
    const removed = await store.remove(sourceId(request.params.id), callerOf(response).subject);
    if (!removed) throw noSuchSource();
    response.status(204).end();
  });

  return routes;
}

import {
  newSourceSchema,
  sourceChangesQuerySchema,
  sourcePatchSchema,
  sourceQuerySchema,
} from '@feedwarden/contracts';
import { callerOf, type RequireScope, readInput } from '@feedwarden/service-kit';
import { Router } from 'express';
import { readIdempotencyKey } from '../idempotency/read-idempotency-key.js';
import { answerSource } from './answer-source.js';
import { readChangeRequest } from './change-request.js';
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
    const key = readIdempotencyKey(request.get('idempotency-key'));
    const body = readInput(newSourceSchema, request.body, 'body');
    const { source, replayed } = await store.create(body, callerOf(response).subject, key);
    if (replayed) response.set('idempotency-replayed', 'true');
    answerSource(response.location(`/api/v1/sources/${source.id}`), source, 201);
  });

  routes.get('/api/v1/sources/changes', requireScope('crawler'), async (request, response) => {
    response.json(await readChanges(readInput(sourceChangesQuerySchema, request.query, 'query')));
  });

  routes.get('/api/v1/sources/:id', requireScope('sources:read'), async (request, response) => {
    answerSource(response, found(await store.get(sourceId(request.params.id))));
  });

  routes.patch('/api/v1/sources/:id', requireScope('sources:write'), async (request, response) => {
    const patch = readInput(sourcePatchSchema, request.body, 'body');
    answerSource(response, found(await store.update(readChangeRequest(request, response), patch)));
  });

  routes.delete('/api/v1/sources/:id', requireScope('sources:write'), async (request, response) => {
    if (!(await store.remove(readChangeRequest(request, response)))) throw noSuchSource();
    response.status(204).end();
  });

  return routes;
}

import { sourceEventQuerySchema } from '@feedwarden/contracts';
import { type RequireScope, readInput } from '@feedwarden/service-kit';
import { Router } from 'express';
import { noSuchSource, sourceId } from '../sources/source-id.js';
import type { ReadEvents } from './read-events.js';

export function eventRoutes(readEvents: ReadEvents, requireScope: RequireScope): Router {
  const routes = Router();
  routes.get('/api/v1/sources/:id/events', requireScope('sources:read'), async (request, response) => {
    const query = readInput(sourceEventQuerySchema, request.query, 'query');
    const page = await readEvents(sourceId(request.params.id), query);
    if (!page) throw noSuchSource();
    response.json(page);
  });
  return routes;
}

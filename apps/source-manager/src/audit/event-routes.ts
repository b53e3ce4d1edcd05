import { eventOperations } from '@feedwarden/contracts';
import { type Route, routesOf } from '@feedwarden/service-kit';
import { found } from '../sources/found-source.js';
import type { ReadEvents } from './read-events.js';

export function eventRoutes(readEvents: ReadEvents): Route[] {
  return routesOf(eventOperations, {
    listSourceEvents: async ({ params, query }) => found(await readEvents(params.id, query)),
  });
}

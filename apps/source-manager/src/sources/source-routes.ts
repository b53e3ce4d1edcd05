import { bulkOperations, sourceOperations } from '@feedwarden/contracts';
import { type Route, routesOf } from '@feedwarden/service-kit';
import type { ChangeMany } from './change/bulk-change.js';
import type { SourceStore } from './change/source-store.js';
import type { ListSources } from './list/list-sources.js';
import { changeRequest, clientGone, found, noSuchSource, tagged } from './source-requests.js';

export function sourceRoutes(store: SourceStore, listSources: ListSources): Route[] {
  return routesOf(sourceOperations, {
    listSources: ({ query }) => listSources(query),

    createSource: async ({ headers, body, caller, response }) => {
      const { source, replayed } = await store.create(body, caller.subject, headers['Idempotency-Key']);
      if (replayed) response.set('idempotency-replayed', 'true');
      response.location(`/api/v1/sources/${source.id}`);
      return tagged(response, source);
    },

    getSource: async ({ params, response }) => tagged(response, found(await store.get(params.id))),

    changeSource: async (call) =>
      tagged(call.response, found(await store.update(changeRequest(call), call.body))),

    deleteSource: async (call) => {
      if (!(await store.remove(changeRequest(call)))) throw noSuchSource();
    },
  });
}

export function bulkRoutes(changeMany: ChangeMany): Route[] {
  return routesOf(bulkOperations, {
    changeManySources: ({ body, caller, response }) => changeMany(body, caller.subject, clientGone(response)),
  });
}

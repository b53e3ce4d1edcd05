import { bulkOperations, sourceOperations } from '@feedwarden/contracts';
import { type Route, routesOf } from '@feedwarden/service-kit';
import type { ChangeMany } from './change/bulk-change.js';
import type { SourceStore } from './change/source-store.js';
import type { UndoMany } from './change/undo-bulk.js';
import type { ListSources } from './list/list-sources.js';
import { changeRequest, clientGone, found, noSuchSource, tagged, visibleTo } from './source-requests.js';

export function sourceRoutes(store: SourceStore, listSources: ListSources): Route[] {
  return routesOf(sourceOperations, {
    listSources: async ({ query, caller }) => {
      const page = await listSources(query);
      return { ...page, items: page.items.map((source) => visibleTo(caller, source)) };
    },

    createSource: async (call) => {
      const { headers, query, body, caller, response } = call;
      const { source, replayed } = await store.create(body, {
        actor: caller.subject,
        key: headers['Idempotency-Key'],
        unique: query.unique,
      });
      if (replayed) response.set('idempotency-replayed', 'true');
      response.location(`/api/v1/sources/${source.id}`);
      return tagged(call, source);
    },

    getSource: async (call) => tagged(call, found(await store.get(call.params.id))),

    changeSource: async (call) => tagged(call, found(await store.update(changeRequest(call), call.body))),

    deleteSource: async (call) => {
      if (!(await store.remove(changeRequest(call)))) throw noSuchSource();
    },
  });
}

export function bulkRoutes(changeMany: ChangeMany, undoMany: UndoMany): Route[] {
  return routesOf(bulkOperations, {
    changeManySources: ({ body, caller, response }) => changeMany(body, caller.subject, clientGone(response)),
    undoManySources: ({ body, caller, response }) =>
      undoMany(body.groupId, caller.subject, clientGone(response)),
  });
}

import { bulkOperations } from '@feedwarden/contracts';
import { type Route, routesOf } from '@feedwarden/service-kit';
import type { createBulkChange } from './bulk-change.js';
import { callerLeft } from './caller-left.js';

export function bulkRoutes(changeMany: ReturnType<typeof createBulkChange>): Route[] {
  return routesOf(bulkOperations, {
    changeManySources: ({ body, caller, response }) => changeMany(body, caller.subject, callerLeft(response)),
  });
}

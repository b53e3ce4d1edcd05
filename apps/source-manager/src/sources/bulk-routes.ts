import { bulkOperations } from '@feedwarden/contracts';
import { type Route, routesOf } from '@feedwarden/service-kit';
import { callerLeft } from './caller-left.js';
import type { createBulkChange } from './change/bulk-change.js';

export function bulkRoutes(changeMany: ReturnType<typeof createBulkChange>): Route[] {
  return routesOf(bulkOperations, {
    changeManySources: ({ body, caller, response }) => changeMany(body, caller.subject, callerLeft(response)),
  });
}

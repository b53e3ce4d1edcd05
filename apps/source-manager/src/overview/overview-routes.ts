import { type FailurePolicySet, overviewOperations } from '@feedwarden/contracts';
import { type Database, type Route, routesOf } from '@feedwarden/service-kit';
import { createReadHosts } from './read-hosts.js';
import { createReadIncidents } from './read-incidents.js';
import type { ReadOverview } from './read-overview.js';
import { createReadHistory } from './sample-overview.js';

export function overviewRoutes(
  db: Database,
  policies: FailurePolicySet,
  readOverview: ReadOverview,
): Route[] {
  const readHistory = createReadHistory(db);
  const readHosts = createReadHosts(db, policies);
  const readIncidents = createReadIncidents(db);
  return routesOf(overviewOperations, {
    getOverview: () => readOverview(),
    getOverviewHistory: ({ query }) => readHistory(query),
    listHosts: ({ query }) => readHosts(query),
    listIncidents: ({ query }) => readIncidents(query),
  });
}

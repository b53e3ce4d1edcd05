import { overviewOperations } from '@feedwarden/contracts';
import { type Route, routesOf } from '@feedwarden/service-kit';
import type { ReadHosts } from './read-hosts.js';
import type { ReadIncidents } from './read-incidents.js';
import type { ReadOverview } from './read-overview.js';
import type { ReadHistory } from './sample-overview.js';

export interface OverviewRoutesDeps {
  readOverview: ReadOverview;
  readHistory: ReadHistory;
  readHosts: ReadHosts;
  readIncidents: ReadIncidents;
}

export function overviewRoutes(deps: OverviewRoutesDeps): Route[] {
  return routesOf(overviewOperations, {
    getOverview: () => deps.readOverview(),
    getOverviewHistory: ({ query }) => deps.readHistory(query),
    listHosts: ({ query }) => deps.readHosts(query),
    listIncidents: ({ query }) => deps.readIncidents(query),
  });
}

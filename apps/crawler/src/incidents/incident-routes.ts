import { incidentOperations, NO_SUCH_INCIDENT } from '@feedwarden/contracts';
import { type Database, Problem, type Route, routesOf } from '@feedwarden/service-kit';
import type { BlameSettings } from '../blame/settings.js';
import { createIncidentList } from './incident-list.js';
import { readOwnNetwork } from './read-own-network.js';

/** What fails wider than a feed, and how our own networks are. */
export function incidentRoutes(db: Database, { vantage, isOn }: BlameSettings): Route[] {
  const incidents = createIncidentList(db);
  return routesOf(incidentOperations, {
    listBlameIncidents: ({ query }) => incidents.list(query),

    getBlameIncident: async ({ params }) => {
      const incident = await incidents.find(params.id);
      if (!incident) throw new Problem(404, NO_SUCH_INCIDENT);
      return incident;
    },

    getOwnNetwork: () => readOwnNetwork(db, vantage, isOn),
  });
}

import { crawlerFacingOperations, type Source, type SourceCredential } from '@feedwarden/contracts';
import { type Route, routesOf } from '@feedwarden/service-kit';
import type { ApplyHealthReports } from '../../health/apply-health-reports.js';
import type { CrawlerContact } from '../../overview/crawler-contact.js';
import { found } from '../source-requests.js';
import type { ReadChanges } from './read-changes.js';

export interface CrawlerRoutesDeps {
  readChanges: ReadChanges;
  applyHealthReports: ApplyHealthReports;
  findSource(id: string): Promise<Source | null>;
  credentialOf(source: Source): Promise<SourceCredential>;
  contact: CrawlerContact;
}

/** The routes that only crawlers may use. */
export function crawlerRoutes(deps: CrawlerRoutesDeps): Route[] {
  return routesOf(crawlerFacingOperations, {
    listSourceChanges: async ({ query }) => {
      const changes = await deps.readChanges(query);
      await deps.contact.seen();
      return changes;
    },

    reportHealth: async ({ body }) => {
      const applied = await deps.applyHealthReports(body.reports);
      await deps.contact.reported();
      return { applied };
    },

    getSourceCredential: async ({ params, response }) => {
      response.set('cache-control', 'no-store');
      return deps.credentialOf(found(await deps.findSource(params.id)));
    },
  });
}

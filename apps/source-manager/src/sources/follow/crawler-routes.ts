import { crawlerFacingOperations, type Source, type SourceCredential } from '@feedwarden/contracts';
import { type Route, routesOf } from '@feedwarden/service-kit';
import type { ApplyHealthReports } from '../../health/apply-health-reports.js';
import { found } from '../source-requests.js';
import type { ReadChanges } from './read-changes.js';

export interface CrawlerRoutesDeps {
  readChanges: ReadChanges;
  applyHealthReports: ApplyHealthReports;
  findSource(id: string): Promise<Source | null>;
  credentialOf(source: Source): Promise<SourceCredential>;
}

/** The routes that only crawlers may use. */
export function crawlerRoutes(deps: CrawlerRoutesDeps): Route[] {
  return routesOf(crawlerFacingOperations, {
    listSourceChanges: ({ query }) => deps.readChanges(query),

    reportHealth: async ({ body }) => ({ applied: await deps.applyHealthReports(body.reports) }),

    getSourceCredential: async ({ params, response }) => {
      response.set('cache-control', 'no-store');
      return deps.credentialOf(found(await deps.findSource(params.id)));
    },
  });
}

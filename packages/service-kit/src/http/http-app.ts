import type { ServiceApi } from '@feedwarden/contracts';
import express, { type Express, type RequestHandler } from 'express';
import type { RequireScope } from '../auth/require-token.js';
import type { Availability } from '../lifecycle/availability.js';
import type { Logger } from '../telemetry/logger.js';
import { limitConcurrency } from './concurrency-limit.js';
import { documentationRoutes } from './documentation-routes.js';
import { type HealthParts, healthRoutes } from './health-routes.js';
import { mountRoutes } from './mount-routes.js';
import { problemResponse, unknownRoute } from './problem-response.js';
import { requestLog } from './request-log.js';
import { requireHttp } from './require-http.js';
import type { Route } from './routes.js';
import { securityHeaders } from './security-headers.js';

export interface HttpAppOptions extends HealthParts {
  logger: Logger;
  /** Told at `/openapi.json` and `/docs`. */
  api: ServiceApi;
  requireScope: RequireScope;
  routes: Route[];
}

const REQUESTS_AT_ONCE = 500;

/** What every service's HTTP side has in common around its routes. */
export function createHttpApp(options: HttpAppOptions): Express {
  const { logger, api, metrics, availability, requireScope, routes } = options;
  const app = express();
  app.disable('x-powered-by');
  app.set('query parser', 'simple');
  app.use(requestLog(logger), securityHeaders(), metrics.countRequests, requireHttp);
  // Before the limits: who watches over us must see them reached.
  mountRoutes(app, healthRoutes(options), requireScope);
  app.use(limitConcurrency(REQUESTS_AT_ONCE));
  app.use('/api', onlyWhenReady(availability));
  mountRoutes(app, [...documentationRoutes(api), ...routes], requireScope);
  app.use(unknownRoute);
  app.use(problemResponse(logger));
  return app;
}

function onlyWhenReady(availability: Availability): RequestHandler {
  return (_request, _response, next) => {
    availability.check();
    next();
  };
}

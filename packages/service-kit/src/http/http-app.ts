import type { ServiceApi } from '@feedwarden/contracts';
import express, { type Express, type RequestHandler } from 'express';
import helmet from 'helmet';
import { type AllowedOrigins, allowOrigins } from '../auth/allow-origins.js';
import type { RequireScope } from '../auth/require-token.js';
import type { Availability } from '../lifecycle/availability.js';
import type { FaultLog } from '../telemetry/fault-log.js';
import type { Logger } from '../telemetry/logger.js';
import { limitRequests } from './limit-requests.js';
import { mountRoutes } from './mount-routes.js';
import { Problem } from './problem.js';
import { noteSuccess, problemResponse, unknownRoute } from './problem-response.js';
import { requestLog } from './request-log.js';
import type { Route } from './routes.js';
import { documentationRoutes, type HealthParts, healthRoutes } from './system-routes.js';

export interface HttpAppOptions extends HealthParts {
  logger: Logger;
  faults: FaultLog;
  /** Described at `/openapi.json` and `/docs`. */
  api: ServiceApi;
  requireScope: RequireScope;
  routes: Route[];
  /** Pages of other origins that may call the API. None, unless given. */
  origins?: AllowedOrigins;
  /** What is served at addresses that no route has. */
  page?: RequestHandler;
}

const MAX_REQUESTS = 500;

/** What every service's HTTP side has in common around its routes. */
export function createHttpApp(options: HttpAppOptions): Express {
  const { logger, faults, api, metrics, availability, requireScope, routes } = options;
  const app = express();
  app.disable('x-powered-by');
  app.set('query parser', 'simple');
  app.use(requestLog(logger), securityHeaders(), metrics.countRequests, requireHttp);
  // Before the limits: monitoring must still work when they are reached.
  mountRoutes(app, healthRoutes(options), requireScope);
  app.use(limitRequests(MAX_REQUESTS));
  if (options.origins) app.use('/api', allowOrigins(options.origins));
  app.use('/api', onlyWhenReady(availability), noteSuccess(faults));
  mountRoutes(app, [...documentationRoutes(api), ...routes], requireScope);
  if (options.page) app.use(options.page);
  app.use(unknownRoute);
  app.use(problemResponse(logger, faults));
  return app;
}

/** Node lets two kinds of odd requests pass: HTTP/0.9, which has no headers, and HTTP/1.1 without a host. */
const requireHttp: RequestHandler = (request, _response, next) => {
  if (request.httpVersionMajor !== 1) throw new Problem(505, 'only HTTP/1.1 is supported');
  if (request.httpVersionMinor === 1 && !request.headers.host)
    throw new Problem(400, 'the Host header is missing');
  next();
};

/**
 * An API responds with data. A browser that shows it anyway may load, run and frame nothing. A route that serves a page
 * sets its own content-security-policy.
 */
const securityHeaders = (): RequestHandler =>
  helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'none'"],
        frameAncestors: ["'none'"],
      },
    },
    crossOriginResourcePolicy: { policy: 'same-origin' },
    referrerPolicy: { policy: 'no-referrer' },
    xFrameOptions: { action: 'deny' },
    // The service speaks plain HTTP; only the proxy that terminates TLS can promise TLS.
    strictTransportSecurity: false,
  });

function onlyWhenReady(availability: Availability): RequestHandler {
  return (_request, _response, next) => {
    availability.check();
    next();
  };
}

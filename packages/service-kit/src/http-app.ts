import { randomUUID } from 'node:crypto';
import express, { type Express, type RequestHandler } from 'express';
import { healthRoutes, type Readiness } from './health-routes.js';
import type { Logger } from './logger.js';
import { mountRoutes } from './mount-routes.js';
import { problemResponse, unknownRoute } from './problem-response.js';
import type { RequireScope } from './require-token.js';
import type { Route } from './routes.js';

export interface HttpAppOptions {
  logger: Logger;
  readiness: Readiness;
  requireScope: RequireScope;
  routes: Route[];
}

/** What every service's HTTP side has in common around its routes. */
export function createHttpApp(options: HttpAppOptions): Express {
  const app = express();
  app.disable('x-powered-by');
  app.set('query parser', 'simple');
  app.use(requestLog(options.logger));
  mountRoutes(app, [...healthRoutes(options.readiness), ...options.routes], options.requireScope);
  app.use(unknownRoute);
  app.use(problemResponse(options.logger));
  return app;
}

function requestLog(logger: Logger): RequestHandler {
  return (request, response, next) => {
    const started = performance.now();
    const requestId = randomUUID();
    response.locals.requestId = requestId;
    response.set('x-request-id', requestId);
    response.on('finish', () => {
      const facts = { requestId, method: request.method, path: request.path, status: response.statusCode };
      logger.debug({ ...facts, ms: Math.round(performance.now() - started) }, 'request answered');
    });
    next();
  };
}

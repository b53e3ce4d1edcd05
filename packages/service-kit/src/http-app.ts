import { randomUUID } from 'node:crypto';
import express, { type Express, type RequestHandler, type Router } from 'express';
import { healthRoutes, type Readiness } from './health-routes.js';
import type { Logger } from './logger.js';
import { problemResponse, unknownRoute } from './problem-response.js';

export interface HttpAppOptions {
  logger: Logger;
  readiness: Readiness;
  routes: Router[];
  /** Those that read the body themselves: a larger one, or another kind, and only after the token was checked. */
  ownBodyRoutes?: Router[];
}

/** What every service's HTTP side has in common around its routes. */
export function createHttpApp(options: HttpAppOptions): Express {
  const app = express();
  app.disable('x-powered-by');
  app.set('query parser', 'simple');
  app.use(requestLog(options.logger));
  app.use(healthRoutes(options.readiness));
  for (const routes of options.ownBodyRoutes ?? []) app.use(routes);
  app.use(express.json({ limit: '100kb', strict: true }));
  for (const routes of options.routes) app.use(routes);
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

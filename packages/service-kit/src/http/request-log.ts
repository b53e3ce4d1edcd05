import { randomUUID } from 'node:crypto';
import type { Request, RequestHandler } from 'express';
import type { Caller } from '../auth/token-verifier.js';
import type { Logger } from '../telemetry/logger.js';

/** The id that a proxy gave the request is kept if it can do no harm in a log or a header. */
const SANE_ID = /^[\w.-]{8,64}$/;

/** Gives each request an id, and logs its outcome in one line: never with the query, which may hold anything. */
export function requestLog(logger: Logger): RequestHandler {
  return (request, response, next) => {
    const started = performance.now();
    const given = request.get('x-request-id') ?? '';
    const requestId = SANE_ID.test(given) ? given : randomUUID();
    response.locals.requestId = requestId;
    response.set('x-request-id', requestId);
    response.on('close', () => {
      const { method } = request;
      const { statusCode: status, writableFinished } = response;
      const subject = (response.locals.caller as Caller | undefined)?.subject;
      const ms = Math.round(performance.now() - started);
      const facts = { requestId, method, route: routeOf(request), status, ms, subject };
      logger.debug(facts, writableFinished ? 'request completed' : 'request aborted by the client');
    });
    next();
  };
}

/** The pattern that the path matched, such as `/api/v1/sources/:id`; null when none did. */
export function routeOf(request: Request): string | null {
  const matched: unknown = request.route?.path;
  return typeof matched === 'string' ? matched : null;
}

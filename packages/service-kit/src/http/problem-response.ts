import { PROBLEM_MEDIA_TYPE } from '@feedwarden/contracts';
import type { ErrorRequestHandler, RequestHandler } from 'express';
import { isDatabaseTrouble } from '../database/database-trouble.js';
import type { FaultLog } from '../telemetry/fault-log.js';
import type { Logger } from '../telemetry/logger.js';
import { Problem } from './problem.js';

const REQUEST_FAILED = 'request failed';

/** A request that succeeds may mean that the database is back. */
export function noteSuccess(faults: FaultLog): RequestHandler {
  return (_request, response, next) => {
    response.once('finish', () => {
      if (response.statusCode < 500) faults.over(REQUEST_FAILED);
    });
    next();
  };
}

/** The only place where errors become responses: a client's mistake is explained, an internal error is only logged. */
export function problemResponse(logger: Logger, faults: FaultLog): ErrorRequestHandler {
  return (error, _request, response, next) => {
    const requestId: string = response.locals.requestId ?? '';
    const problem = asProblem(error);
    if (problem.status >= 500 && !(error instanceof Problem)) {
      // Thousands of requests may fail while the database is down.
      if (isDatabaseTrouble(error)) faults.report(REQUEST_FAILED, error, { requestId });
      else logger.error({ err: error, requestId }, REQUEST_FAILED);
    }
    if (response.headersSent) return next(error);
    response
      .status(problem.status)
      .set(problem.headers)
      .type(PROBLEM_MEDIA_TYPE)
      .json(problem.toBody(requestId));
  };
}

export const unknownRoute: RequestHandler = (request) => {
  throw new Problem(404, `not found: ${request.method} ${request.path}`);
};

function asProblem(error: unknown): Problem {
  if (error instanceof Problem) return error;
  if (error instanceof URIError) return new Problem(400, 'the path is not valid');
  const status = clientMistakeStatus(error);
  if (status === 413) return new Problem(413, `the request body is larger than ${sizeLimit(error)}`);
  if (status === 415)
    return new Problem(415, 'the encoding or character set of the request body is not supported');
  if (status) return new Problem(status, 'the request body is not valid JSON');
  if (isDatabaseTrouble(error))
    return new Problem(503, 'the database is not available: try again', {
      headers: { 'retry-after': '5' },
    });
  return new Problem(500, 'internal error: find it in the logs by its request id');
}

/** body-parser reports the limit in bytes. */
function sizeLimit(error: unknown): string {
  const { limit } = error as { limit?: unknown };
  return typeof limit === 'number' ? `${limit} bytes` : 'allowed';
}

/** express's body parsers and router set `status` to 4xx when the request is at fault. */
function clientMistakeStatus(error: unknown): number | null {
  const { status, expose } = (error ?? {}) as { status?: unknown; expose?: unknown };
  return expose === true && typeof status === 'number' && status >= 400 && status < 500 ? status : null;
}

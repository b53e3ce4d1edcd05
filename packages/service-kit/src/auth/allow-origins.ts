import type { Request, RequestHandler } from 'express';

/** The origins whose pages may call this API from a browser. */
export type AllowedOrigins = (request: Request, origin: string) => boolean;

const METHODS = 'GET, POST, PUT, PATCH, DELETE';
const HEADERS = 'authorization, content-type, if-match, idempotency-key, x-request-id';
const READABLE = 'etag, location, retry-after, x-request-id, ratelimit, ratelimit-policy';
const REMEMBERED_SECONDS = 600;

/**
 * CORS for pages that bring a token. Never with credentials: a cookie that a browser might send means nothing here. A
 * page of any other origin gets the responses it always got, and cannot read them.
 */
export function allowOrigins(isAllowed: AllowedOrigins): RequestHandler {
  return (request, response, next) => {
    response.vary('origin');
    const { origin } = request.headers;
    if (origin === undefined || !isAllowed(request, origin)) return next();
    response.set({
      'access-control-allow-origin': origin,
      'access-control-expose-headers': READABLE,
      // The page is another origin; without this its browser would drop what CORS allows.
      'cross-origin-resource-policy': 'cross-origin',
    });
    if (request.method !== 'OPTIONS' || !request.get('access-control-request-method')) return next();
    response
      .set({
        'access-control-allow-methods': METHODS,
        'access-control-allow-headers': HEADERS,
        'access-control-max-age': String(REMEMBERED_SECONDS),
      })
      .status(204)
      .end();
  };
}

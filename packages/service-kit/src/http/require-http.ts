import type { RequestHandler } from 'express';
import { Problem } from './problem.js';

/** HTTP as it is written down. Node lets a request of 1991 in, which has no headers, and one that names no host. */
export const requireHttp: RequestHandler = (request, _response, next) => {
  if (request.httpVersionMajor !== 1) throw new Problem(505, 'this is not HTTP/1.1');
  if (request.httpVersionMinor === 1 && !request.headers.host)
    throw new Problem(400, 'the request names no host: send the header Host');
  next();
};

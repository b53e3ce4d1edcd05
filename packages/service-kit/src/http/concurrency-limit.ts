import type { RequestHandler } from 'express';
import { Problem } from './problem.js';

/** So many requests are worked on at once; who comes on top is told to come again, instead of making all of them slow. */
export function limitConcurrency(atOnce: number): RequestHandler {
  let underWay = 0;
  return (_request, response, next) => {
    if (underWay >= atOnce)
      throw new Problem(503, 'too many requests are being answered at once', {
        headers: { 'retry-after': '1' },
      });
    underWay += 1;
    response.once('close', () => {
      underWay -= 1;
    });
    next();
  };
}

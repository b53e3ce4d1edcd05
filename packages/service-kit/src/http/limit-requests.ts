import { createSlots } from '@feedwarden/pacing';
import type { RequestHandler } from 'express';
import { Problem } from './problem.js';

/** Caps in-flight requests: excess requests get 503 with Retry-After instead of slowing all the others down. */
export function limitRequests(max: number): RequestHandler {
  const slots = createSlots(max);
  return (_request, response, next) => {
    const release = slots.tryTake();
    if (!release)
      throw new Problem(503, 'too many requests are in progress', { headers: { 'retry-after': '1' } });
    response.once('close', release);
    next();
  };
}

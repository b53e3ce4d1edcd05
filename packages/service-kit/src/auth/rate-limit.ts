import type { Request, Response } from 'express';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { Problem } from '../http/problem.js';
import { addressKey } from './address-key.js';
import type { Caller } from './token-verifier.js';

export interface RateLimit {
  /** Counts a request of somebody we know. */
  countCaller(caller: Caller, response: Response): Promise<void>;
  /** Counts a request without a valid token, by where it came from. */
  countStranger(request: Request, response: Response): Promise<void>;
}

const MINUTE = 60;
/** Of what a caller may ask, somebody without a valid token gets so little. */
const STRANGERS_SHARE = 10;

/**
 * So many requests a minute for each subject. Crawlers are not counted: they are ours, and work in bursts. A good token
 * is never refused for what others at its address do.
 */
export function createRateLimit(perMinute: number): RateLimit {
  if (perMinute === 0) return { countCaller: async () => {}, countStranger: async () => {} };
  const callers = new RateLimiterMemory({ points: perMinute, duration: MINUTE });
  const strangers = new RateLimiterMemory({
    points: Math.ceil(perMinute / STRANGERS_SHARE),
    duration: MINUTE,
  });
  return {
    countCaller: async ({ subject, scopes }, response) => {
      if (!scopes.has('crawler')) await count(callers, subject, 'subject', response);
    },
    countStranger: (request, response) =>
      count(strangers, addressKey(request.socket.remoteAddress ?? ''), 'address', response),
  };
}

async function count(
  limiter: RateLimiterMemory,
  key: string,
  policy: string,
  response: Response,
): Promise<void> {
  const result = await limiter.consume(key).catch((refused: unknown) => {
    if (refused instanceof RateLimiterRes) return refused;
    throw refused;
  });
  const seconds = Math.ceil(result.msBeforeNext / 1000);
  response.set('ratelimit-policy', `"${policy}";q=${limiter.points};w=${MINUTE}`);
  response.set('ratelimit', `"${policy}";r=${result.remainingPoints};t=${seconds}`);
  if (result.consumedPoints > limiter.points)
    throw new Problem(429, `more than ${limiter.points} requests in a minute from one ${policy}`, {
      headers: { 'retry-after': String(seconds) },
    });
}

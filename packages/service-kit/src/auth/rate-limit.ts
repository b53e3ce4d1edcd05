import type { Request, Response } from 'express';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { Problem } from '../http/problem.js';
import type { Caller } from './token-verifier.js';

export interface RateLimit {
  /** Counts a request with a valid token. */
  countCaller(caller: Caller, response: Response): Promise<void>;
  /** Counts a request without a valid token, by its network address. */
  countStranger(request: Request, response: Response): Promise<void>;
}

const MINUTE = 60;
/** Requests without a valid token get one tenth of the limit. */
const STRANGERS_SHARE = 10;

/**
 * Limits the requests a minute of each subject. Crawlers are not counted: they belong to the system, and work in bursts.
 * A valid token is never refused because of other callers at the same address.
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
    throw new Problem(429, `more than ${limiter.points} requests a minute from one ${policy}`, {
      headers: { 'retry-after': String(seconds) },
    });
}

/** The key a request is counted under: the IPv4 address, or the /64 network of an IPv6 address, since a host has all of it. */
export function addressKey(address: string): string {
  const [, ipv4] = /^(?:::ffff:)?(\d+\.\d+\.\d+\.\d+)$/i.exec(address) ?? [];
  if (ipv4) return ipv4;
  const [beforeGap = ''] = address.split('::');
  const groups = beforeGap.split(':').filter(Boolean);
  return [...groups, '0', '0', '0', '0'].slice(0, 4).join(':');
}

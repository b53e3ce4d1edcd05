import type { Scope } from '@feedwarden/contracts';
import type { Request, RequestHandler, Response } from 'express';
import { Problem } from '../http/problem.js';
import { type CookieLogins, callerByCookie } from './cookie-login.js';
import { createRateLimit, type RateLimit } from './rate-limit.js';
import { type Caller, unauthenticated, type VerifyToken } from './token-verifier.js';

export type RequireScope = (scope: Scope) => RequestHandler;

/** Lets requests pass whose token has the scope; or whose log-in has it, where log-ins are known. */
export function createRequireScope(
  verify: VerifyToken,
  rateLimit: RateLimit = createRateLimit(0),
  logins?: CookieLogins,
): RequireScope {
  /** A token is meant, a cookie is sent by itself: the token counts. */
  async function callerOfRequest(request: Request): Promise<Caller> {
    const isByCookie = logins && request.headers.authorization === undefined;
    return (isByCookie && (await callerByCookie(request, logins))) || verify(bearerOf(request));
  }

  async function identify(request: Request, response: Response): Promise<Caller> {
    try {
      return await callerOfRequest(request);
    } catch (error) {
      if (error instanceof Problem && error.status === 401) await rateLimit.countStranger(request, response);
      throw error;
    }
  }

  return (scope) => async (request, response, next) => {
    const caller = await identify(request, response);
    response.locals.caller = caller;
    await rateLimit.countCaller(caller, response);
    if (!caller.scopes.has(scope)) throw new Problem(403, `the token lacks the scope ${scope}`);
    next();
  };
}

/** Given several headers, Node would use one and a proxy perhaps another: they are refused. */
function bearerOf(request: Request): string {
  const [header = '', ...others] = request.headersDistinct.authorization ?? [];
  const [, token] = /^Bearer ([\w.~+/=-]+)$/i.exec(header) ?? [];
  if (!token || others.length > 0) throw unauthenticated('send one token, as `Authorization: Bearer …`');
  return token;
}

export function callerOf(response: Response): Caller {
  return response.locals.caller as Caller;
}

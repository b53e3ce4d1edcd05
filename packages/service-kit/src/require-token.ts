import type { Scope } from '@feedwarden/contracts';
import type { RequestHandler, Response } from 'express';
import { Problem } from './problem.js';
import { type Caller, unauthenticated, type VerifyToken } from './token-verifier.js';

export type RequireScope = (scope: Scope) => RequestHandler;

/** Lets a request pass that carries a token with the scope. */
export function createRequireScope(verify: VerifyToken): RequireScope {
  return (scope) => async (request, response, next) => {
    const [, token] = /^Bearer ([\w.~+/=-]+)$/i.exec(request.get('authorization') ?? '') ?? [];
    if (!token) throw unauthenticated('send a token as `Authorization: Bearer …`');
    const caller = await verify(token);
    if (!caller.scopes.has(scope)) throw new Problem(403, `the token lacks the scope ${scope}`);
    response.locals.caller = caller;
    next();
  };
}

export function callerOf(response: Response): Caller {
  return response.locals.caller as Caller;
}

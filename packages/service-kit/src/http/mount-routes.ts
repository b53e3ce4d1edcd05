import type { Operation } from '@feedwarden/contracts';
import type { Express, Request, Response } from 'express';
import type { z } from 'zod';
import { callerOf, type RequireScope } from '../auth/require-token.js';
import { Problem } from './problem.js';
import { readBody } from './read-body.js';
import { readInput } from './read-input.js';
import type { Route } from './routes.js';
import { sendAnswer } from './send-answer.js';

/** Who asks is clear before anything is read, and what was read is checked before it is handled. */
export function mountRoutes(app: Express, routes: Route[], requireScope: RequireScope): void {
  const inOrder = literalPathsFirst(routes);
  for (const { operation, handle } of inOrder) {
    const { method, path, scope, body } = operation;
    const steps = [...(scope ? [requireScope(scope)] : []), ...(body ? readBody(body) : [])];
    app[method](path, ...steps, async (request, response) => {
      await sendAnswer(operation, response, await handle(readCall(operation, request, response)));
    });
  }
  refuseOtherMethods(app, inOrder);
}

function refuseOtherMethods(app: Express, routes: Route[]): void {
  const operations = routes.map(({ operation }) => operation);
  for (const path of new Set(operations.map((operation) => operation.path))) {
    const known = operations.filter((operation) => operation.path === path);
    const allow = known
      .map(({ method }) => (method === 'get' ? 'GET, HEAD' : method.toUpperCase()))
      .join(', ');
    app.all(path, ({ method }) => {
      throw new Problem(405, `${method} is not known here, but ${allow}`, { headers: { allow } });
    });
  }
}

/** `/sources/changes` is not the source whose id is `changes`. */
function literalPathsFirst(routes: Route[]): Route[] {
  const parameters = ({ operation }: Route) => operation.path.split('/:').length;
  return routes.toSorted((a, b) => parameters(a) - parameters(b));
}

function readCall(operation: Operation, request: Request, response: Response): unknown {
  const { params, query, headers, body } = operation;
  return {
    ...(params && { params: readParams(params, request) }),
    ...(query && { query: readInput(query, request.query, 'query') }),
    ...(headers && { headers: readInput(headers, namedHeaders(headers, request), 'headers') }),
    ...(body && { body: readInput(body.schema, request.body, 'body') }),
    caller: callerOf(response),
    response,
  };
}

function readParams(schema: z.ZodObject, request: Request): unknown {
  const result = schema.safeParse(request.params);
  if (!result.success) throw new Problem(404, result.error.issues[0]?.message ?? 'there is nothing here');
  return result.data;
}

const namedHeaders = (schema: z.ZodObject, request: Request) =>
  Object.fromEntries(Object.keys(schema.shape).map((name) => [name, request.get(name)]));

import { pipeline } from 'node:stream/promises';
import type { Operation } from '@feedwarden/contracts';
import type { Express, Request, Response } from 'express';
import type { z } from 'zod';
import { callerOf, type RequireScope } from '../auth/require-token.js';
import { Problem } from './problem.js';
import { readBody } from './read-body.js';
import { readInput } from './read-input.js';
import type { Route } from './routes.js';
import { sendJson } from './send-json.js';

/** The caller is identified before anything is read, and input is checked before it is handled. */
export function mountRoutes(app: Express, routes: Route[], requireScope: RequireScope): void {
  const inOrder = literalPathsFirst(routes);
  for (const { operation, handle } of inOrder) {
    const { method, path, scope, body } = operation;
    const steps = [...(scope ? [requireScope(scope)] : []), ...(body ? readBody(body) : [])];
    app[method](path, ...steps, async (request, response) => {
      await sendResult(operation, response, await handle(readCall(operation, request, response)));
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
    app.all(path, () => {
      throw new Problem(405, `method not allowed; allowed: ${allow}`, { headers: { allow } });
    });
  }
}

/** Otherwise `/sources/changes` would be the source with the id `changes`. */
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
  if (!result.success) throw new Problem(404, result.error.issues[0]?.message ?? 'not found');
  return result.data;
}

const namedHeaders = (schema: z.ZodObject, request: Request) =>
  Object.fromEntries(Object.keys(schema.shape).map((name) => [name, request.get(name)]));

/** With the status and media type of the row. What the handler returns piece by piece is streamed. */
async function sendResult({ answer }: Operation, response: Response, content: unknown): Promise<void> {
  response.status(answer.status);
  if (isStream(content))
    await sendStream(answer.mediaType ? response.type(answer.mediaType) : response, content);
  else if (!answer.schema) response.end();
  else if (answer.mediaType) response.type(answer.mediaType).send(content);
  else await sendJson(response, content);
}

/** As fast as the caller reads. A caller that disconnects is not an error: the stream just ends. */
async function sendStream(response: Response, texts: AsyncIterable<string>): Promise<void> {
  try {
    await pipeline(texts, response);
  } catch (error) {
    if ((error as { code?: string }).code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error;
  }
}

const isStream = (content: unknown): content is AsyncIterable<string> =>
  typeof content === 'object' && content !== null && Symbol.asyncIterator in content;

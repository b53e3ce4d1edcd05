import type { z } from 'zod';

/**
 * One row of a service's table of routes. The routes are made from it (method, path, scope, what is read and how it
 * is answered), and so is the OpenAPI document: what is told is what is done.
 */
export interface Operation {
  method: 'get' | 'post' | 'put' | 'patch' | 'delete';
  /** With parameters as express writes them: `/api/v1/sources/:id`. */
  path: string;
  /** What a token must be allowed; null: no token is asked for. */
  scope: Scope | null;
  summary: string;
  description?: string;
  /** A POST that changes nothing: a client may send it again like a GET. */
  changesNothing?: true;
  /** How long a client waits for the response, where ten seconds are not enough. */
  slowSeconds?: number;
  /** Of the path, one at most. What does not fit is not there: 404, with the message of the schema. */
  params?: z.ZodObject;
  query?: z.ZodObject;
  /** By the names that people write: `If-Match`. */
  headers?: z.ZodObject;
  body?: RequestBody;
  answer: Answer;
  /** Why it may be refused, by status, beyond what follows from the rest of the row. */
  problems?: Record<number, string>;
  /** By name. Each one is sent to a running service by the tests, and must be answered as it says. */
  examples: Record<string, Example>;
}

export interface RequestBody {
  schema: z.ZodType;
  /** JSON if not given; for other types the schema gets the text. */
  mediaTypes?: readonly string[];
  /** As express writes sizes; 100kb if not given. */
  limit?: string;
  /** For large ones, which are in memory as a whole: so many at a time, who comes on top is answered 503. */
  atOnce?: number;
}

export interface Answer {
  status: number;
  description: string;
  /** None: nothing is answered but the status. */
  schema?: z.ZodType;
  /** JSON if not given; for another type the answer is a text. */
  mediaType?: string;
  /** What they tell, by name. */
  headers?: Record<string, string>;
}

export interface Example {
  summary?: string;
  params?: Record<string, string>;
  query?: Record<string, string>;
  headers?: Record<string, string>;
  body?: unknown;
  /** What comes back, where times and ids are others every time. */
  answer?: unknown;
}

/** The operations of one area, by operationId. */
export type OperationTable = Record<string, Operation>;

/** All of a service, by area. */
export interface ServiceApi {
  title: string;
  description: string;
  /** The cookie of a log-in is accepted in place of a token. */
  cookie?: true;
  areas: Record<string, OperationTable>;
}

/** What a token may be allowed to do; they stand space-separated in its claim `scope`. */
export const SCOPES = [
  'sources:read',
  'sources:write',
  'sources:admin',
  'feeds:toggle',
  'posts:read',
  'articles:write',
  'crawler',
] as const;
export type Scope = (typeof SCOPES)[number];

/** A query as a program writes it: flags and numbers as such, and several values as a list. */
export type QueryInput<Query extends z.ZodObject> = {
  [Name in keyof z.output<Query>]?: QueryValue<z.output<Query>[Name]> | undefined;
};
type QueryValue<Value> = Value extends readonly (infer Item)[] ? Item | Item[] : Value;

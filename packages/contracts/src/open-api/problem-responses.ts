import type { Operation } from '../http/operation.js';
import { PROBLEM_MEDIA_TYPE, problemSchema } from '../http/problem.js';
import type { Reference, ResponseObject } from './document.js';
import type { SchemaCollection } from './schema-collection.js';
import { mapValues } from './tidy-schema.js';

/** What can go wrong anywhere; a row names only what is particular to it. */
const COMMON = {
  BadRequest: { status: 400, description: 'Invalid request: `errors` names every invalid field.' },
  Unauthenticated: { status: 401, description: 'The token is missing, invalid or expired.' },
  Forbidden: { status: 403, description: 'The token lacks the scope.' },
  NotFound: { status: 404, description: 'Nothing has this id.' },
  TooLarge: { status: 413, description: 'The request body is too large.' },
  UnsupportedMediaType: {
    status: 415,
    description: 'The media type or character set of the request body is not supported.',
  },
  TooManyRequests: { status: 429, description: 'Too many requests: try again after `Retry-After` seconds.' },
  InternalError: {
    status: 500,
    description: 'Internal error; `requestId` finds it in the logs.',
  },
  NotAvailable: {
    status: 503,
    description: 'Temporarily unavailable: try again after `Retry-After` seconds.',
  },
} as const;
type CommonName = keyof typeof COMMON;

export function commonProblems(schemas: SchemaCollection): Record<string, ResponseObject> {
  return mapValues(COMMON, ({ description }) => problem(description, schemas));
}

/** Why this operation may be refused: what follows from its row, and what the row says itself. */
export function problemsOf(
  operation: Operation,
  schemas: SchemaCollection,
): Record<string, ResponseObject | Reference> {
  const common = commonNames(operation).map((name) => [
    COMMON[name].status,
    { $ref: `#/components/responses/${name}` },
  ]);
  const own = mapValues(operation.problems ?? {}, (description) => problem(description, schemas));
  return { ...Object.fromEntries(common), ...own };
}

function commonNames({ scope, params, query, headers, body }: Operation): CommonName[] {
  return [
    ...(params || query || headers || body ? (['BadRequest'] as const) : []),
    ...(scope ? (['Unauthenticated', 'Forbidden', 'TooManyRequests', 'NotAvailable'] as const) : []),
    ...(params ? (['NotFound'] as const) : []),
    ...(body ? (['TooLarge', 'UnsupportedMediaType'] as const) : []),
    'InternalError',
  ];
}

function problem(description: string, schemas: SchemaCollection): ResponseObject {
  return {
    description,
    content: { [PROBLEM_MEDIA_TYPE]: { schema: schemas.describe(problemSchema, 'output') } },
  };
}

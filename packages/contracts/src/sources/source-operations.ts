import { z } from 'zod';
import { idempotencyKeySchema } from '../http/headers.js';
import type { OperationTable } from '../http/operation.js';
import {
  EXAMPLE_SOURCE_ID,
  exampleDisabledSource,
  exampleNewSource,
  exampleSource,
} from './example-source.js';
import { newSourceSchema, sourcePageSchema, sourcePatchSchema } from './source.js';
import { flagSchema, sourceQuerySchema } from './source-query.js';
import { CHANGED_MEANWHILE, changeHeadersSchema, sourceAnswer, sourcePathSchema } from './source-request.js';

export const sourceOperations = {
  listSources: {
    method: 'get',
    path: '/api/v1/sources',
    scope: 'sources:read',
    summary: 'List sources',
    description: 'Filters can be combined. Each source comes with its failure state.',
    query: sourceQuerySchema,
    answer: { status: 200, description: 'A page of sources.', schema: sourcePageSchema },
    examples: {
      all: { query: { limit: '50' }, answer: { items: [exampleSource], nextCursor: null } },
      broken: {
        summary: 'Which feeds are cooling down, longest failing first',
        query: { status: 'cooling_down', sort: 'failingSince' },
        answer: { items: [exampleDisabledSource], nextCursor: null },
      },
    },
  },
  createSource: {
    method: 'post',
    path: '/api/v1/sources',
    scope: 'sources:write',
    summary: 'Add a source',
    description:
      'With an `Idempotency-Key` it can be sent again when the response was lost: for two days the same key and body ' +
      'return the source that was created.',
    headers: z.object({ 'Idempotency-Key': idempotencyKeySchema.optional() }),
    query: z.strictObject({
      unique: flagSchema.optional().describe('Refuse a `feedUrl` that a source has already.'),
    }),
    body: { schema: newSourceSchema },
    answer: {
      ...sourceAnswer('The created source.', 201),
      headers: {
        ETag: 'Its version.',
        Location: 'Its path.',
        'Idempotency-Replayed': '`true` if an earlier request created it.',
      },
    },
    problems: {
      409: 'With `unique`: a source has this `feedUrl` already; `existingId` and the header `Location` name it.',
      410: 'The source created with this `Idempotency-Key` has been deleted.',
      422: 'The `Idempotency-Key` was used with another body.',
    },
    examples: {
      feed: {
        headers: { 'Idempotency-Key': '5f3c1a0e-add-example-news' },
        body: {
          name: 'Example News',
          feedUrl: 'https://news.example/feed.xml',
          siteUrl: 'https://news.example/',
          pollIntervalMinutes: 60,
        },
        answer: exampleNewSource,
      },
    },
  },
  getSource: {
    method: 'get',
    path: '/api/v1/sources/:id',
    scope: 'sources:read',
    summary: 'Read a source and its failure state',
    params: sourcePathSchema,
    answer: sourceAnswer('The source.'),
    examples: { one: { params: { id: EXAMPLE_SOURCE_ID }, answer: exampleSource } },
  },
  changeSource: {
    method: 'patch',
    path: '/api/v1/sources/:id',
    scope: 'sources:write',
    summary: 'Change settings of a source',
    description:
      'Only the given fields are changed. A new `feedUrl`, or `enabled` set to true, is a fresh start. A masked user and ' +
      'password in a URL keep the stored ones. The type and `feedUrl` of a source that uses an API key can be changed ' +
      'only by its owner, or with the scope `sources:admin`.',
    params: sourcePathSchema,
    headers: changeHeadersSchema,
    body: { schema: sourcePatchSchema },
    answer: sourceAnswer('The changed source.'),
    problems: { ...CHANGED_MEANWHILE, 403: 'Or the source uses the API key of somebody else.' },
    examples: {
      slower: {
        params: { id: EXAMPLE_SOURCE_ID },
        body: { pollIntervalMinutes: 120 },
        answer: { ...exampleSource, pollIntervalMinutes: 120, version: 2 },
      },
    },
  },
  deleteSource: {
    method: 'delete',
    path: '/api/v1/sources/:id',
    scope: 'sources:write',
    summary: 'Remove a source',
    description: 'The crawler keeps its posts until they are cleaned up.',
    params: sourcePathSchema,
    headers: changeHeadersSchema,
    answer: { status: 204, description: 'The source is removed.' },
    problems: CHANGED_MEANWHILE,
    examples: { one: { params: { id: EXAMPLE_SOURCE_ID } } },
  },
} satisfies OperationTable;

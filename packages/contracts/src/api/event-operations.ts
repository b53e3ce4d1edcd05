import { sourceEventPageSchema, sourceEventQuerySchema } from '../source-events.js';
import { EXAMPLE_SOURCE_ID } from './example-source.js';
import type { OperationTable } from './operation.js';
import { sourcePathSchema } from './source-path.js';

export const eventOperations = {
  listSourceEvents: {
    method: 'get',
    path: '/api/v1/sources/:id/events',
    scope: 'sources:read',
    summary: 'Who changed a source, when, and on which evidence',
    description: 'Newest first. The events of a removed source stay readable.',
    params: sourcePathSchema,
    query: sourceEventQuerySchema,
    answer: { status: 200, description: 'A page of events.', schema: sourceEventPageSchema },
    examples: {
      latest: {
        params: { id: EXAMPLE_SOURCE_ID },
        query: { limit: '10' },
        answer: {
          items: [
            {
              id: '812',
              sourceId: EXAMPLE_SOURCE_ID,
              at: '2026-02-05T12:00:00.000Z',
              actor: 'crawler',
              action: 'feed_disabled',
              reason: 'not_found',
              evidence: { typeStreak: 3, errorType: 'not_found', statusCode: 404 },
            },
          ],
          nextCursor: null,
        },
      },
    },
  },
} satisfies OperationTable;

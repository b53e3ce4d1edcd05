import { bulkAnswerSchema, bulkChangeSchema } from '../bulk-change.js';
import { EXAMPLE_SOURCE_ID } from './example-source.js';
import type { OperationTable } from './operation.js';

export const bulkOperations = {
  changeManySources: {
    method: 'post',
    path: '/api/v1/sources/bulk',
    scope: 'sources:write',
    summary: 'Enable or disable all sources that a filter finds',
    description:
      'For each it is what a patch of `enabled` would be. Sent again it does what is left to do: also after it was ' +
      'interrupted, which leaves what was done.',
    body: { schema: bulkChangeSchema },
    answer: { status: 200, description: 'How many, and the first of them.', schema: bulkAnswerSchema },
    examples: {
      tryFirst: {
        summary: 'What would be disabled if a host were paused',
        body: { action: 'disable', filter: { host: 'news.example' }, dryRun: true },
        answer: {
          dryRun: true,
          matched: 1,
          changed: 1,
          sample: [{ id: EXAMPLE_SOURCE_ID, name: 'Example News' }],
        },
      },
    },
  },
} satisfies OperationTable;

import { z } from 'zod';
import { credentialSchema, newCredentialSchema } from '../credential.js';
import { credentialProviderSchema } from '../sources/source-types.js';
import type { OperationTable } from './operation.js';

const providerPathSchema = z.object({
  provider: z.enum(credentialProviderSchema.options, { error: 'there is no provider of this name' }),
});
const params = { provider: 'twitter' };

export const credentialOperations = {
  putCredential: {
    method: 'put',
    path: '/api/v1/credentials/:provider',
    scope: 'sources:write',
    summary: 'Store your API key',
    description:
      'Your own sources are polled with it. It is stored encrypted; nothing gives it back to a person. A key that is ' +
      'already there is replaced.',
    params: providerPathSchema,
    body: { schema: newCredentialSchema },
    answer: { status: 200, description: 'The key is stored.', schema: credentialSchema },
    examples: {
      key: {
        params,
        body: { apiKey: 'AAAAAAAAAAAAAAAAAAAAAMLheAAAAAAA0example' },
        answer: { provider: 'twitter', updatedAt: '2026-02-01T08:00:00.000Z' },
      },
    },
  },
  deleteCredential: {
    method: 'delete',
    path: '/api/v1/credentials/:provider',
    scope: 'sources:write',
    summary: 'Remove your API key',
    params: providerPathSchema,
    answer: { status: 204, description: 'The key is gone.' },
    examples: { key: { params } },
  },
} satisfies OperationTable;

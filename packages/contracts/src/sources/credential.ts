import { z } from 'zod';
import type { OperationTable } from '../http/operation.js';
import { credentialProviderSchema } from './source-types.js';

/** The body of `PUT /api/v1/credentials/:provider`. Nothing ever gives it back to a person. */
export const newCredentialSchema = z.strictObject({
  apiKey: z
    .string()
    .trim()
    .min(1)
    .max(4096)
    // It travels in a header: better refused now than at the first poll.
    .regex(/^[!-~]*$/, 'must be one word, without spaces or accents'),
});
export type NewCredential = z.infer<typeof newCredentialSchema>;

/** What a person sees of a credential. */
export const credentialSchema = z.object({ provider: credentialProviderSchema, updatedAt: z.iso.datetime() });
export type Credential = z.infer<typeof credentialSchema>;

/** What the crawler gets from `GET /api/v1/sources/:id/credential`: the key of the source's owner. */
export const sourceCredentialSchema = z.object({ provider: credentialProviderSchema, apiKey: z.string() });
export type SourceCredential = z.infer<typeof sourceCredentialSchema>;

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
      'Your own sources are polled with it. It is stored encrypted and never returned to a person. It replaces a key that is ' +
      'stored already.',
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
    answer: { status: 204, description: 'The key is removed.' },
    examples: { key: { params } },
  },
} satisfies OperationTable;

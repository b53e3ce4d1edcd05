import { z } from 'zod';
import { credentialProviderSchema } from './sources/source-types.js';

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

import {
  type Credential,
  type CredentialProvider,
  credentialSchema,
  type NewCredential,
} from '@feedwarden/contracts';
import type { CallOptions } from './api-request.js';
import type { CallApi } from './call-api.js';

/** The API keys of whom the token belongs to. They are never given back. Scope `sources:write`. */
export function credentialMethods(api: CallApi) {
  const path = (provider: CredentialProvider) => `/api/v1/credentials/${provider}`;

  return {
    /** Stores a key, in place of the one before. */
    putCredential: (
      provider: CredentialProvider,
      body: NewCredential,
      options?: CallOptions,
    ): Promise<Credential> =>
      api.json({ method: 'PUT', path: path(provider), body }, credentialSchema, options),
    deleteCredential: (provider: CredentialProvider, options?: CallOptions): Promise<void> =>
      api.nothing({ method: 'DELETE', path: path(provider) }, options),
  };
}

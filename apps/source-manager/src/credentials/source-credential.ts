import { SOURCE_TYPES, type Source, type SourceCredential } from '@feedwarden/contracts';
import { Problem } from '@feedwarden/service-kit';
import type { CredentialStore } from './credential-store.js';

/** The key of the source's owner, or a problem that says why there is none. */
export async function sourceCredential(store: CredentialStore, source: Source): Promise<SourceCredential> {
  const { type, ownerId } = source;
  const provider = SOURCE_TYPES[type].credentialProvider;
  if (!provider) throw new Problem(404, `a source of the type ${type} needs no API key`);
  const apiKey = await store.reveal({ ownerId, provider });
  if (apiKey === null) throw new Problem(404, `the owner of this source has no API key for ${provider}`);
  return { provider, apiKey };
}

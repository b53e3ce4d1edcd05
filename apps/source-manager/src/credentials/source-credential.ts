import type { CredentialProvider, Source, SourceCredential, SourceType } from '@feedwarden/contracts';
import { Problem } from '@feedwarden/service-kit';
import type { CredentialStore } from './credential-store.js';

/** Whose key a source of this type is polled with. */
const PROVIDERS: Record<SourceType, CredentialProvider | null> = {
  rss: null,
  website: null,
  watchlist: null,
  twitter: 'twitter',
};

/** The key of the source's owner, or a problem that says why there is none. */
export async function sourceCredential(store: CredentialStore, source: Source): Promise<SourceCredential> {
  const { type, ownerId } = source;
  const provider = PROVIDERS[type];
  if (!provider) throw new Problem(404, `a source of the type ${type} needs no API key`);
  const apiKey = await store.reveal({ ownerId, provider });
  if (apiKey === null) throw new Problem(404, `the owner of this source has no API key for ${provider}`);
  return { provider, apiKey };
}

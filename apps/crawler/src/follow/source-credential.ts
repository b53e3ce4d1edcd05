import { ApiError, type SourceClient } from '@feedwarden/client';

/**
 * The API key of a source's owner, fetched for every poll, so that a new or withdrawn one counts at once; null when
 * there is none. An unavailable source-manager is not a failure of the source, so it is thrown.
 */
export function createSourceCredential(
  client: Pick<SourceClient, 'getSourceCredential'>,
): (sourceId: string) => Promise<string | null> {
  return async (sourceId) => {
    try {
      return (await client.getSourceCredential(sourceId)).apiKey;
    } catch (error) {
      if (error instanceof ApiError && error.status === 404) return null;
      throw error;
    }
  };
}

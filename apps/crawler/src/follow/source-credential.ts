import { ApiError, type SourceClient } from '@feedwarden/client';

/**
 * The API key of a source's owner, asked anew for every poll, so that a new or withdrawn one counts at once; null when
 * there is none. That source-manager cannot be asked is no fault of the source, and thrown.
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

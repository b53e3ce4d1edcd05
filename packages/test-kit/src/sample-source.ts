import { newSourceSchema, type Source } from '@feedwarden/contracts';

/** A healthy source as source-manager would describe it. */
export function sampleSource(changes: Partial<Source> = {}): Source {
  return {
    id: '00000000-8f2b-4a55-9a53-2f7a5d0c9a11',
    ...newSourceSchema.parse({
      name: 'News',
      feedUrl: 'https://news.example/feed',
      pollIntervalMinutes: 60,
    }),
    ownerId: 'ann',
    createdAt: '2026-02-01T00:00:00.000Z',
    updatedAt: '2026-02-01T00:00:00.000Z',
    version: 3,
    status: 'healthy',
    needsYou: null,
    disabledReason: null,
    feedDisabledAt: null,
    feedDisableReason: null,
    feedRetryAt: null,
    quarantinedAt: null,
    consecutiveFailures: 0,
    lastFailureType: null,
    lastErrorType: null,
    lastError: null,
    lastPolledAt: null,
    lastSuccessAt: null,
    failingSince: null,
    nextPollAt: null,
    nextPollReason: null,
    proposedFeedUrl: null,
    proposedSince: null,
    healthEpoch: 1,
    ...changes,
  };
}

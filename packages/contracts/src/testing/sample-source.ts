import type { Source } from '../source.js';

/** A healthy source as source-manager would tell of it, for tests. */
export function sampleSource(changes: Partial<Source> = {}): Source {
  return {
    id: '00000000-8f2b-4a55-9a53-2f7a5d0c9a11',
    name: 'News',
    type: 'rss',
    feedUrl: 'https://news.example/feed',
    siteUrl: null,
    enabled: true,
    pollIntervalMinutes: 60,
    pollDelaySeconds: null,
    maxFailures: null,
    maxBackoffHours: null,
    articleSelector: null,
    aggregate: null,
    failurePolicy: null,
    ownerId: 'ann',
    createdAt: '2026-02-01T00:00:00.000Z',
    updatedAt: '2026-02-01T00:00:00.000Z',
    version: 3,
    status: 'healthy',
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
    healthEpoch: 1,
    ...changes,
  };
}

import type { Source } from './source.js';

/** What the examples tell of. The tests put the ids of real sources in their place. */
export const EXAMPLE_SOURCE_ID = '3f0c7d52-8f2b-4a55-9a53-2f7a5d0c9a11';
export const EXAMPLE_TWITTER_SOURCE_ID = 'b2f4a1de-58f0-4f0e-8a43-5f1d2c9b7e20';

export const exampleSource: Source = {
  id: EXAMPLE_SOURCE_ID,
  name: 'Example News',
  type: 'rss',
  feedUrl: 'https://news.example/feed.xml',
  siteUrl: 'https://news.example/',
  enabled: true,
  pollIntervalMinutes: 60,
  pollDelaySeconds: null,
  maxFailures: null,
  maxBackoffHours: null,
  articleSelector: null,
  aggregate: null,
  failurePolicy: null,
  ownerId: 'newsroom',
  createdAt: '2026-02-01T08:00:00.000Z',
  updatedAt: '2026-02-01T08:00:00.000Z',
  version: 1,
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
  lastPolledAt: '2026-02-03T09:15:00.000Z',
  lastSuccessAt: '2026-02-03T09:15:00.000Z',
  failingSince: null,
  proposedFeedUrl: null,
  proposedSince: null,
  healthEpoch: 0,
};

/** The same one, after three polls that were answered 404. */
export const exampleDisabledSource: Source = {
  ...exampleSource,
  version: 2,
  status: 'cooling_down',
  updatedAt: '2026-02-05T12:00:00.000Z',
  feedDisabledAt: '2026-02-05T12:00:00.000Z',
  feedDisableReason: 'not_found',
  feedRetryAt: '2026-02-07T12:00:00.000Z',
  consecutiveFailures: 3,
  lastFailureType: 'permanent',
  lastErrorType: 'not_found',
  lastError: 'the server answered 404',
  lastPolledAt: '2026-02-05T12:00:00.000Z',
  failingSince: '2026-02-05T06:00:00.000Z',
};

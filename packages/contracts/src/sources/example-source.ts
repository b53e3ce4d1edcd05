import type { CrawlerCommand } from '../switches/feed-switch.js';
import type { Source } from './source.js';

/** The source of the examples. The tests replace the ids with those of real sources. */
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
  lastPolledAt: '2026-02-03T09:15:00.000Z',
  lastSuccessAt: '2026-02-03T09:15:00.000Z',
  failingSince: null,
  nextPollAt: '2026-02-03T10:15:00.000Z',
  nextPollReason: 'interval',
  proposedFeedUrl: null,
  proposedSince: null,
  healthEpoch: 0,
};

/** As it was created, before its first poll. */
export const exampleNewSource: Source = {
  ...exampleSource,
  lastPolledAt: null,
  lastSuccessAt: null,
  nextPollAt: null,
  nextPollReason: null,
};

/** Sent by the crawler after the third 404 in a row. */
export const exampleCommand = {
  commandId: '8c6ff6a0-6a5c-4c7e-9d55-0f3f8f0c2b61',
  healthEpoch: 0,
  decidedAt: '2026-02-05T12:00:00.000Z',
  evidence: {
    consecutiveFailures: 3,
    typeStreak: 3,
    permanentStreak: 3,
    errorType: 'not_found',
    code: 'http_404',
    statusCode: 404,
    error: 'HTTP 404',
  },
} satisfies CrawlerCommand;

/** The same source after that. */
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
  lastError: 'HTTP 404',
  lastPolledAt: '2026-02-05T12:00:00.000Z',
  failingSince: '2026-02-05T06:00:00.000Z',
  nextPollAt: '2026-02-07T12:00:00.000Z',
  nextPollReason: 'cooldown',
};

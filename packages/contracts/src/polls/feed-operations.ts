import { z } from 'zod';
import type { OperationTable } from '../http/operation.js';
import { EXAMPLE_SOURCE_ID } from '../sources/example-source.js';
import { explanationSchema } from './explanation.js';
import {
  feedHistorySchema,
  feedListSchema,
  feedsQuerySchema,
  pollAnswerSchema,
  upcomingQuerySchema,
  upcomingSchema,
} from './poll.js';

export const UNKNOWN_TO_CRAWLER = 'the crawler knows no source with this id';
const feedPathSchema = z.object({ sourceId: z.uuid({ error: UNKNOWN_TO_CRAWLER }) });

const params = { sourceId: EXAMPLE_SOURCE_ID };
const exampleFeed = {
  sourceId: EXAMPLE_SOURCE_ID,
  feedUrl: 'https://news.example/feed.xml',
  consecutiveFailures: 0,
  typeStreak: 0,
  permanentStreak: 0,
  lastFailureType: null,
  lastErrorType: null,
  lastError: null,
  lastPolledAt: '2026-02-03T09:15:00.000Z',
  lastSuccessAt: '2026-02-03T09:15:00.000Z',
  failingSince: null,
  feedDisabledAt: null,
  feedDisableReason: null,
  nextPollAt: '2026-02-03T10:15:00.000Z',
  nextPollReason: 'interval',
  quarantinedAt: null,
  enabled: true,
  movedTo: null,
  movedSince: null,
  proposedFeedUrl: null,
  proposedSince: null,
};

const examplePoll = {
  at: '2026-02-03T09:15:00.000Z',
  outcome: 'stored',
  errorType: null,
  code: null,
  statusCode: 200,
  durationMs: 184,
  bytes: 20_412,
  newPosts: 3,
  emptyEntries: 0,
  decision: 'none',
  blame: null,
  incidentId: null,
  role: 'by_hand',
};

export const feedOperations = {
  listFeeds: {
    method: 'get',
    path: '/api/v1/feeds',
    scope: 'sources:read',
    summary: 'Read the state, the next poll and the last polls of several feeds',
    query: feedsQuerySchema,
    answer: { status: 200, description: 'The feeds.', schema: feedListSchema },
    examples: {
      one: {
        query: { source_ids: EXAMPLE_SOURCE_ID, polls: '10' },
        answer: { items: [{ ...exampleFeed, recentPolls: [examplePoll] }] },
      },
    },
  },
  listUpcoming: {
    method: 'get',
    path: '/api/v1/upcoming',
    scope: 'sources:read',
    summary: 'When feeds in trouble are polled again',
    query: upcomingQuerySchema,
    answer: { status: 200, description: 'By the hour, and the next ones by name.', schema: upcomingSchema },
    examples: { nextDay: { query: { hours: '24' } } },
  },
  getFeed: {
    method: 'get',
    path: '/api/v1/feeds/:sourceId',
    scope: 'sources:read',
    summary: 'Read the state of a feed, its next poll and its last polls',
    params: feedPathSchema,
    answer: { status: 200, description: 'The state, and the last 50 polls.', schema: feedHistorySchema },
    examples: {
      one: {
        params,
        answer: {
          ...exampleFeed,
          recentPolls: [examplePoll],
        },
      },
    },
  },
  explainFeed: {
    method: 'get',
    path: '/api/v1/feeds/:sourceId/explain',
    scope: 'sources:read',
    summary: 'Explain why a feed is polled or not, and when',
    description:
      'Every reason that applies, of which exactly one decides; what would change it; and the last polls as evidence.',
    params: feedPathSchema,
    answer: { status: 200, description: 'The explanation.', schema: explanationSchema },
    examples: {
      scheduled: { params },
    },
  },
  pollFeed: {
    method: 'post',
    path: '/api/v1/feeds/:sourceId/poll',
    scope: 'feeds:toggle',
    // A poll is as slow as the site it polls, and waits for its turn at the host.
    slowSeconds: 120,
    summary: 'Poll now',
    description:
      'Whatever the state of the source. It counts like any poll; a success ends a cooldown or a quarantine, but does ' +
      'not enable a disabled source. The response to a failed poll is 200, too: see its `outcome`.',
    params: feedPathSchema,
    answer: { status: 200, description: 'The result of the poll.', schema: pollAnswerSchema },
    problems: {
      409: 'There is nothing to poll, or the source has changed in the meantime.',
      503: 'Other feeds of the host are being polled, or the crawler is stopping.',
    },
    examples: {
      stored: {
        params,
        answer: { outcome: 'stored', newPosts: 3, error: null, decision: 'none', feed: exampleFeed },
      },
    },
  },
} satisfies OperationTable;

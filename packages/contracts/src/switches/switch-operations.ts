import type { Operation, OperationTable } from '../http/operation.js';
import { EXAMPLE_SOURCE_ID, exampleCommand, exampleSource } from '../sources/example-source.js';
import {
  CHANGED_MEANWHILE,
  changeHeadersSchema,
  sourceAnswer,
  sourcePathSchema,
} from '../sources/source-request.js';
import {
  autoDisableSchema,
  feedDisableSchema,
  feedEnableSchema,
  moveFeedSchema,
  quarantineSchema,
  releaseSchema,
} from './feed-switch.js';
import type { VerdictOperation } from './verdicts.js';

const answer = sourceAnswer('The changed source.');
const problems = {
  ...CHANGED_MEANWHILE,
  409: 'The command of the crawler is older than a fresh start by a person.',
};
const params = { id: EXAMPLE_SOURCE_ID };

/** A person sends no `command`: it makes what crawlers send safe to be delivered late and twice. */
export const switchOperations = {
  disableFeed: {
    method: 'patch',
    path: '/api/v1/sources/:id/feed-disable',
    scope: 'feeds:toggle',
    summary: 'Take a feed out of polling',
    description:
      'The reason decides for how long: an error type has the cooldown of the failure policy, `manual` ' +
      'lasts until the feed is enabled, and any other reason has a cooldown of a day.',
    params: sourcePathSchema,
    headers: changeHeadersSchema,
    body: { schema: feedDisableSchema },
    answer,
    problems,
    examples: {
      manual: {
        params,
        body: { reason: 'manual' },
        answer: {
          ...exampleSource,
          version: 2,
          status: 'disabled',
          nextPollAt: null,
          nextPollReason: 'manually_disabled',
          feedDisabledAt: '2026-02-05T12:00:00.000Z',
          feedDisableReason: 'manual',
        },
      },
    },
  },
  enableFeed: {
    method: 'patch',
    path: '/api/v1/sources/:id/feed-enable',
    scope: 'feeds:toggle',
    summary: 'Poll a disabled feed again',
    description: 'Enabled by a person, it starts afresh: its failures are forgotten and it is due at once.',
    params: sourcePathSchema,
    headers: changeHeadersSchema,
    body: { schema: feedEnableSchema.prefault({}) },
    answer,
    problems,
    examples: {
      byHand: { params, answer: { ...exampleSource, nextPollReason: 'start', version: 3, healthEpoch: 1 } },
    },
  },
  quarantineSource: {
    method: 'patch',
    path: '/api/v1/sources/:id/quarantine',
    scope: 'feeds:toggle',
    summary: 'Quarantine a source',
    description: 'It is not polled until it is released or a poll by hand succeeds.',
    params: sourcePathSchema,
    headers: changeHeadersSchema,
    body: { schema: quarantineSchema.prefault({}) },
    answer,
    problems,
    examples: {
      withReason: {
        params,
        body: { reason: 'serves nothing but advertisements' },
        answer: {
          ...exampleSource,
          version: 2,
          nextPollAt: null,
          nextPollReason: 'quarantined',
          status: 'quarantined',
          needsYou: 'quarantined',
          quarantinedAt: '2026-02-05T12:00:00.000Z',
        },
      },
    },
  },
  releaseSource: {
    method: 'patch',
    path: '/api/v1/sources/:id/release',
    scope: 'feeds:toggle',
    summary: 'Release a source from quarantine',
    description: 'Released by a person, it starts afresh.',
    params: sourcePathSchema,
    headers: changeHeadersSchema,
    body: { schema: releaseSchema.prefault({}) },
    answer,
    problems,
    examples: {
      byHand: { params, answer: { ...exampleSource, nextPollReason: 'start', version: 3, healthEpoch: 1 } },
    },
  },
  autoDisableSource: {
    method: 'patch',
    path: '/api/v1/sources/:id/auto-disable',
    scope: 'crawler',
    summary: 'Disable a source until a person enables it',
    description: 'Sets `enabled` to false, with the reason in words.',
    params: sourcePathSchema,
    headers: changeHeadersSchema,
    body: { schema: autoDisableSchema },
    answer,
    problems,
    examples: {
      permanent: {
        params,
        body: {
          reason: 'Auto-disabled after 5 consecutive 404 errors',
          command: {
            ...exampleCommand,
            evidence: {
              ...exampleCommand.evidence,
              consecutiveFailures: 5,
              typeStreak: 5,
              permanentStreak: 5,
            },
          },
        },
        answer: {
          ...exampleSource,
          version: 2,
          enabled: false,
          nextPollAt: null,
          nextPollReason: 'source_disabled',
          status: 'disabled',
          needsYou: 'disabled_by_policy',
          disabledReason: 'Auto-disabled after 5 consecutive 404 errors',
        },
      },
    },
  },
  moveFeed: {
    method: 'patch',
    path: '/api/v1/sources/:id/move-feed',
    scope: 'crawler',
    summary: 'Follow a feed to its new URL',
    description:
      'Changes `feedUrl` if it is still `from`; failures are kept. A crawler sends this when permanent redirects ' +
      'have led to the same place for long enough.',
    params: sourcePathSchema,
    headers: changeHeadersSchema,
    body: { schema: moveFeedSchema },
    answer,
    problems,
    examples: {
      moved: {
        params,
        body: {
          from: 'https://news.example/feed.xml',
          to: 'https://feeds.news.example/all.xml',
          command: {
            ...exampleCommand,
            evidence: {
              movedFrom: 'https://news.example/feed.xml',
              movedTo: 'https://feeds.news.example/all.xml',
            },
          },
        },
        answer: { ...exampleSource, version: 2, feedUrl: 'https://feeds.news.example/all.xml' },
      },
    },
  },
} satisfies OperationTable & Record<VerdictOperation, Operation>;

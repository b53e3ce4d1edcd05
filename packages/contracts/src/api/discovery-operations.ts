import { discoveryRequestSchema, discoverySchema } from '../discovery.js';
import { EXAMPLE_SITE, siteWithAFeed } from './example-discovery.js';
import type { OperationTable } from './operation.js';

export const discoveryOperations = {
  discover: {
    method: 'post',
    path: '/api/v1/discover',
    scope: 'feeds:toggle',
    summary: 'What is at an address, and what a first poll would store',
    description:
      'Of a page: the feeds it names, else the one found where feeds usually are; each was fetched and read. Stores ' +
      'nothing, makes ten fetches at most (with their redirects), and answers within half a minute. An address that fails is answered with 200, too: `error` tells why.',
    body: { schema: discoveryRequestSchema },
    answer: {
      status: 200,
      description: 'What was found, and the source it suggests.',
      schema: discoverySchema,
    },
    problems: { 503: 'Too many discoveries are running.' },
    examples: {
      siteWithAFeed: {
        summary: 'A page that names its feed, behind a redirect',
        body: { url: `${EXAMPLE_SITE}/blog` },
        answer: siteWithAFeed,
      },
      addressThatIsNotPublic: {
        body: { url: 'http://10.0.0.1/feed' },
        answer: {
          url: 'http://10.0.0.1/feed',
          finalUrl: null,
          redirects: [],
          kind: 'nothing',
          title: null,
          feeds: [],
          isComplete: true,
          page: null,
          suggestion: null,
          error: {
            type: 'unexpected',
            level: 'error',
            failureType: 'transient',
            code: 'blocked_address',
            statusCode: 0,
            url: 'http://10.0.0.1/feed',
            message: '10.0.0.1 is not a public address',
            retryAfterAt: null,
          },
        },
      },
    },
  },
} satisfies OperationTable;

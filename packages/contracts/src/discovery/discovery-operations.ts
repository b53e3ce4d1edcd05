import type { OperationTable } from '../http/operation.js';
import { type Discovery, discoveryRequestSchema, discoverySchema } from './discovery.js';

/** What the example looks at. The tests put a real site in its place. */
export const EXAMPLE_SITE = 'https://blog.example';

export const siteWithAFeed: Discovery = {
  url: `${EXAMPLE_SITE}/blog`,
  finalUrl: `${EXAMPLE_SITE}/blog/`,
  redirects: [{ from: `${EXAMPLE_SITE}/blog`, statusCode: 301, to: `${EXAMPLE_SITE}/blog/` }],
  kind: 'page',
  title: 'Example Blog',
  feeds: [
    {
      url: `${EXAMPLE_SITE}/feed.xml`,
      title: 'Example Blog',
      format: 'rss',
      foundBy: 'link',
      redirects: [],
      entries: 1,
      firstPoll: { store: 1, before_source: 0, too_old: 0 },
      sample: [{ title: 'First', url: `${EXAMPLE_SITE}/first`, publishedAt: null, firstPoll: 'store' }],
    },
  ],
  isComplete: true,
  page: {
    title: 'Example Blog',
    excerpt: 'Welcome to the example blog, a blog about examples.',
    articles: 0,
    articleLinks: [],
    allowedByRobots: true,
    robotsRefusal: null,
  },
  suggestion: {
    name: 'Example Blog',
    type: 'rss',
    feedUrl: `${EXAMPLE_SITE}/feed.xml`,
    siteUrl: `${EXAMPLE_SITE}/blog`,
  },
  error: null,
};

export const discoveryOperations = {
  discover: {
    method: 'post',
    path: '/api/v1/discover',
    scope: 'feeds:toggle',
    changesNothing: true,
    slowSeconds: 90,
    summary: 'Find feeds at a URL, and what a first poll would store',
    description:
      'For a page: the feeds it links to, or else one found at a usual place; each was fetched and parsed. Stores ' +
      'nothing, makes at most ten fetches (with their redirects), and responds within half a minute. The response is 200 even if the URL fails: see `error`. With `Accept: ' +
      'application/x-ndjson` the response has a line for each request, `{"kind": "asking", …}` and `{"kind": "answered", …}`, ' +
      'and the result as the last line, `{"kind": "result", "discovery": {…}}`.',
    body: { schema: discoveryRequestSchema },
    answer: {
      status: 200,
      description: 'What was found, with a suggested source.',
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

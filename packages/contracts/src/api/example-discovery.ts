import type { Discovery } from '../discovery.js';

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
    excerpt: 'Welcome to the example blog, where examples are told.',
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

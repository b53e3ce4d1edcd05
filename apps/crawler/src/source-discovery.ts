import { DEFAULT_SOURCE_TYPE } from '@feedwarden/contracts';
import { createDiscover, type Discover } from './discovery/discover.js';
import type { PollDelays } from './poll/politeness.js';
import { pauseAfter } from './poll/politeness.js';
import { extractFeed } from './readers/feed/extract-feed.js';
import { findArticleLinks } from './readers/watchlist/find-article-links.js';
import { extractWebsite } from './readers/website/extract-website.js';
import { findFeedLinks } from './readers/website/find-feed-links.js';
import type { WebAccess } from './web-access.js';

export interface SourceDiscoveryDeps {
  web: Pick<WebAccess, 'fetchPage' | 'askRobots'>;
  delays: PollDelays;
  maxArticleAgeDays: number;
  now: () => Date;
  maxSeconds?: number;
}

const MAX_REQUESTS = 10;
const MAX_SECONDS = 30;

/** A part of the composition: who finds out what is at an address. */
export function createSourceDiscovery({
  web,
  delays,
  maxArticleAgeDays,
  now,
  maxSeconds = MAX_SECONDS,
}: SourceDiscoveryDeps): Discover {
  return createDiscover({
    ...web,
    extractFeed,
    extractWebsite,
    findArticleLinks,
    findFeedLinks,
    pause: (host, signal) =>
      pauseAfter({ host, settings: { type: DEFAULT_SOURCE_TYPE, pollDelaySeconds: null } }, delays, signal),
    maxRequests: MAX_REQUESTS,
    maxSeconds,
    maxArticleAgeDays,
    now,
  });
}

import type { Discovery, DiscoveryRequest } from '@feedwarden/contracts';
import { classifyFailure, type FailureFact } from '@feedwarden/feed-health';
import { loggableUrl } from '../polling/loggable-url.js';
import { describeFeed } from './describe-feed.js';
import { type DescribePageDeps, describePage } from './describe-page.js';
import { type FindFeedsDeps, findFeeds } from './find-feeds.js';
import { openAddress } from './open-address.js';
import { type RequestBudgetOptions, startRequestBudget } from './request-budget.js';
import { suggestSource } from './suggest-source.js';

export interface DiscoverDeps
  extends RequestBudgetOptions,
    DescribePageDeps,
    Pick<FindFeedsDeps, 'extractFeed' | 'findFeedLinks'> {
  maxArticleAgeDays: number;
}

export type Discover = (request: DiscoveryRequest, signal: AbortSignal) => Promise<Discovery>;

/** What is at an address, and what a poll would make of it. Stores nothing; whatever the remote does is an answer. */
export function createDiscover(deps: DiscoverDeps): Discover {
  return async ({ url: text, type }, signal) => {
    const fetchPage = startRequestBudget(deps);
    const opened = await openAddress(text, fetchPage, signal);
    if (opened.kind === 'failed') return nothing(opened.url, null, opened.fact);
    const { url, page } = opened;
    const now = deps.now();
    const limits = { maxAgeDays: deps.maxArticleAgeDays, notBefore: now, now };

    const read = type === undefined || type === 'rss' ? await deps.extractFeed(page) : null;
    if (read?.kind === 'entries' && read.feed) {
      const feed = describeFeed({ url, foundBy: 'address' }, read.feed, read.entries, limits);
      return found(
        { url, finalUrl: page.url, kind: 'feed', title: feed.title, feeds: [feed], page: null },
        type,
      );
    }
    const described = await describePage(deps, opened, signal);
    if (described.kind === 'failed') {
      // What begins like a feed and breaks is a broken feed, whatever it would be as a page.
      const isBroken = read?.kind === 'failed' && read.fact.kind === 'malformed';
      return nothing(url, page.url, isBroken ? read.fact : described.fact);
    }
    const feeds = read ? await findFeeds({ ...deps, fetchPage, limits }, page, signal) : [];
    const { title } = described.page;
    return found({ url, finalUrl: page.url, kind: 'page', title, feeds, page: described.page }, type);
  };
}

function found(what: Omit<Discovery, 'suggestion' | 'error'>, type: DiscoveryRequest['type']): Discovery {
  return { ...what, suggestion: suggestSource(what, type), error: null };
}

function nothing(url: string, finalUrl: string | null, fact: FailureFact): Discovery {
  const error = classifyFailure(fact, loggableUrl(url));
  return {
    url,
    finalUrl,
    kind: 'nothing',
    title: null,
    feeds: [],
    page: null,
    suggestion: null,
    error: { ...error, retryAfterAt: error.retryAfterAt?.toISOString() ?? null },
  };
}

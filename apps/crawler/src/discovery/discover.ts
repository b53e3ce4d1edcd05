import {
  type Discovery,
  type DiscoveryRequest,
  type DiscoveryStep,
  SOURCE_TYPES,
} from '@feedwarden/contracts';
import { classifyFailure, type FailureFact } from '@feedwarden/feed-health';
import { type Deadline, startDeadline } from '@feedwarden/pacing';
import { loggableUrl } from '../poll/web-url.js';
import { describeFeed } from './describe-feed.js';
import {
  type DescribePageDeps,
  type DescribeRobotsDeps,
  describePage,
  describeRobots,
} from './describe-page.js';
import { type FindFeedsDeps, findFeeds } from './find-feeds.js';
import { type OpenedAddress, openAddress } from './open-address.js';
import { type FetchWithinBudget, type RequestBudgetOptions, startRequestBudget } from './request-budget.js';
import { suggestSource } from './suggest-source.js';

export interface DiscoverDeps
  extends RequestBudgetOptions,
    DescribePageDeps,
    DescribeRobotsDeps,
    Pick<FindFeedsDeps, 'readFeed' | 'findFeedLinks'> {
  maxArticleAgeDays: number;
  now: () => Date;
}

/** What one look at an address may cost. */
export const DISCOVERY_LIMITS = { maxRequests: 10, maxSeconds: 30 };

export type Discover = (
  request: DiscoveryRequest,
  signal: AbortSignal,
  /** Hears of every request as it is made and answered. */
  onStep?: (step: DiscoveryStep) => void,
) => Promise<Discovery>;

/** Finds out what is at an address and what a poll would store. Stores nothing; a remote failure is a result. */
export function createDiscover(deps: DiscoverDeps): Discover {
  return async (request, signal, onStep = () => {}) => {
    const deadline = startDeadline(deps.maxSeconds, signal);
    try {
      const fetchPage = toldOf(startRequestBudget(deps, deadline), onStep);
      return await look({ ...deps, fetchPage }, request, deadline, signal);
    } finally {
      deadline.clear();
    }
  };
}

function toldOf(fetchPage: FetchWithinBudget, onStep: (step: DiscoveryStep) => void): FetchWithinBudget {
  return async (url) => {
    onStep({ kind: 'asking', url: loggableUrl(url) });
    const fetched = await fetchPage(url);
    const finalUrl = fetched?.kind === 'page' ? loggableUrl(fetched.page.url) : null;
    onStep({ kind: 'answered', url: loggableUrl(url), finalUrl, redirects: fetched?.redirects?.length ?? 0 });
    return fetched;
  };
}

async function look(
  deps: Omit<DiscoverDeps, 'fetchPage'> & { fetchPage: FetchWithinBudget },
  { url: text, type }: DiscoveryRequest,
  deadline: Deadline,
  signal: AbortSignal,
): Promise<Discovery> {
  const { fetchPage } = deps;
  const opened = await openAddress(text, fetchPage, deps.maxSeconds);
  if (opened.kind === 'failed') return nothing(opened, opened.fact);
  const { url, page, redirects } = opened;
  const now = deps.now();
  const limits = { maxAgeDays: deps.maxArticleAgeDays, notBefore: now, now };
  const place = { url, finalUrl: page.url, redirects };

  const mayBeFeed = type === undefined || SOURCE_TYPES[type].suggestedBy === 'feed';
  const read = mayBeFeed ? await deps.readFeed(page, { knownHash: null, signal }) : null;
  if (read?.kind === 'entries' && read.feed) {
    const feed = describeFeed({ url, foundBy: 'address', redirects }, read.feed, read.entries, limits);
    return found(
      { ...place, kind: 'feed', title: feed.title, feeds: [feed], isComplete: true, page: null },
      type,
    );
  }
  const described = await describePage(deps, page, signal);
  if (described.kind === 'failed') {
    // A page that starts like a feed and breaks is a broken feed.
    const isBroken = read?.kind === 'failed' && read.fact.kind === 'malformed';
    return nothing(opened, isBroken ? read.fact : described.fact);
  }
  const feeds = read
    ? await findFeeds({ ...deps, fetchPage, limits, signal }, page)
    : { feeds: [], isComplete: true };
  const robots = await describeRobots(deps, [url, ...redirects.map(({ to }) => to)], deadline);
  const { content } = described;
  return found(
    { ...place, kind: 'page', title: content.title, ...feeds, page: { ...content, ...robots } },
    type,
  );
}

function found(what: Omit<Discovery, 'suggestion' | 'error'>, type: DiscoveryRequest['type']): Discovery {
  return { ...what, suggestion: suggestSource(what, type), error: null };
}

function nothing(opened: OpenedAddress, fact: FailureFact): Discovery {
  const { url, redirects } = opened;
  const error = classifyFailure(fact, loggableUrl(url));
  return {
    url,
    finalUrl: opened.kind === 'page' ? opened.page.url : null,
    redirects,
    kind: 'nothing',
    title: null,
    feeds: [],
    isComplete: true,
    page: null,
    suggestion: null,
    error: { ...error, retryAfterAt: error.retryAfterAt?.toISOString() ?? null },
  };
}

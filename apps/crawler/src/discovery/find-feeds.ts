import type { DiscoveredFeed } from '@feedwarden/contracts';
import type { FetchedPage } from '../fetch/ports.js';
import type { AgeLimits } from '../poll/fresh-entries.js';
import type { ExtractEntries } from '../readers/ports.js';
import { describeFeed } from './describe-feed.js';
import { likelyFeeds } from './likely-feeds.js';
import type { FeedLink, FindFeedLinks } from './ports.js';
import type { FetchWithinBudget } from './request-budget.js';

export interface FindFeedsDeps {
  fetchPage: FetchWithinBudget;
  extractFeed: ExtractEntries;
  findFeedLinks: FindFeedLinks;
  limits: AgeLimits;
}

/** What became of one link: `refused` says that more questions are not welcome, or lead nowhere. */
type Checked =
  | { kind: 'feed'; feed: DiscoveredFeed; bodyHash: string }
  | { kind: 'no_feed' | 'refused' | 'enough' };

export interface FoundFeeds {
  feeds: DiscoveredFeed[];
  /** False: there was more to look at than may be asked for. */
  isComplete: boolean;
}

/** The feeds of a page: those it names; if it names none, the first one found where feeds usually are. */
export async function findFeeds(deps: FindFeedsDeps, page: FetchedPage): Promise<FoundFeeds> {
  const found = new Map<string, DiscoveredFeed>();
  for (const link of deps.findFeedLinks(page)) {
    const checked = await checkLink(deps, link);
    if (checked.kind === 'enough') return { feeds: [...found.values()], isComplete: false };
    // One feed under two addresses is one feed.
    if (checked.kind === 'feed' && !found.has(checked.bodyHash)) found.set(checked.bodyHash, checked.feed);
  }
  if (found.size > 0) return { feeds: [...found.values()], isComplete: true };
  for (const link of likelyFeeds(page.url)) {
    const checked = await checkLink(deps, link);
    if (checked.kind === 'feed') return { feeds: [checked.feed], isComplete: true };
    if (checked.kind !== 'no_feed') return { feeds: [], isComplete: checked.kind === 'refused' };
  }
  return { feeds: [], isComplete: true };
}

async function checkLink(deps: FindFeedsDeps, link: FeedLink): Promise<Checked> {
  const fetched = await deps.fetchPage(link.url);
  if (!fetched) return { kind: 'enough' };
  if (fetched.kind !== 'page') {
    const isAbsent =
      fetched.kind === 'failed' && 'status' in fetched.fact && [404, 410].includes(fetched.fact.status);
    return { kind: isAbsent ? 'no_feed' : 'refused' };
  }
  const { page, redirects = [] } = fetched;
  const read = await deps.extractFeed(page);
  if (read.kind === 'failed' || !read.feed) return { kind: 'no_feed' };
  // A guess leads to the address that it is redirected to; an address that a page names is the one it wants to be used.
  const found = link.foundBy === 'guess' ? { ...link, url: page.url, redirects: [] } : { ...link, redirects };
  return {
    kind: 'feed',
    feed: describeFeed(found, read.feed, read.entries, deps.limits),
    bodyHash: page.bodyHash,
  };
}

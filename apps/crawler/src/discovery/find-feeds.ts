import type { DiscoveredFeed } from '@feedwarden/contracts';
import type { FetchedPage } from '../fetch/ports.js';
import type { AgeLimits } from '../poll/judge-entries.js';
import type { ReadEntries } from '../readers/ports.js';
import { describeFeed } from './describe-feed.js';
import type { FeedLink, FindFeedLinks } from './ports.js';
import type { FetchWithinBudget } from './request-budget.js';

export interface FindFeedsDeps {
  fetchPage: FetchWithinBudget;
  readFeed: ReadEntries;
  findFeedLinks: FindFeedLinks;
  limits: AgeLimits;
  signal: AbortSignal;
}

/** The result of one link. `refused`: more requests are unwelcome, or will fail as well. */
type Checked =
  | { kind: 'feed'; feed: DiscoveredFeed; bodyHash: string }
  | { kind: 'no_feed' | 'refused' | 'enough' };

export interface FoundFeeds {
  feeds: DiscoveredFeed[];
  /** False when the requests or the time ran out first. */
  isComplete: boolean;
}

/** The feeds a page names; when it names none, the first one found at the usual addresses. */
export async function findFeeds(deps: FindFeedsDeps, page: FetchedPage): Promise<FoundFeeds> {
  const found = new Map<string, DiscoveredFeed>();
  for (const link of await deps.findFeedLinks(page, deps.signal)) {
    const checked = await checkLink(deps, link);
    if (checked.kind === 'enough') return { feeds: [...found.values()], isComplete: false };
    // The same feed at two addresses counts once.
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
  const read = await deps.readFeed(page, { knownHash: null, signal: deps.signal });
  if (read.kind !== 'entries' || !read.feed) return { kind: 'no_feed' };
  // For a guess the redirect's target is the address. An address named by the page stays as the page wants it.
  const found = link.foundBy === 'guess' ? { ...link, url: page.url, redirects: [] } : { ...link, redirects };
  return {
    kind: 'feed',
    feed: describeFeed(found, read.feed, read.entries, deps.limits),
    bodyHash: read.bodyHash,
  };
}

/** Where publishing software puts its feeds. */
const WELL_KNOWN = ['feed', 'rss.xml', 'feed.xml', 'atom.xml', 'index.xml', 'rss', 'feed.json', 'feed/atom'];

/** The usual addresses of feeds: below the page, then below its host. */
function likelyFeeds(pageUrl: string): FeedLink[] {
  const { pathname, origin } = new URL(pageUrl);
  const folder = `${origin}${pathname.endsWith('/') ? pathname : `${pathname}/`}`;
  const below = folder === `${origin}/` ? [] : [`${folder}feed`];
  const urls = [...below, ...WELL_KNOWN.map((path) => `${origin}/${path}`)];
  return urls.map((url) => ({ url, foundBy: 'guess' }));
}

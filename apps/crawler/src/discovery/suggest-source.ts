import {
  type DiscoveredFeed,
  type DiscoveredPage,
  type DiscoveryRequest,
  SOURCE_TYPES,
  type SuggestedSource,
  typeSuggestedBy,
} from '@feedwarden/contracts';

/** Fewer links than this are a menu, not a list of articles. */
const ENOUGH_ARTICLES = 3;
const LONGEST_NAME = 200;

export interface Found {
  url: string;
  title: string | null;
  feeds: DiscoveredFeed[];
  page: DiscoveredPage | null;
}

/** The source that fits best: a feed, else a list of articles, else the page itself. */
export function suggestSource(found: Found, wanted: DiscoveryRequest['type']): SuggestedSource | null {
  const { url, feeds, page } = found;
  const [feed] = feeds;
  if (feed) {
    const name = nameOf(feed.title ?? found.title, url);
    return { name, type: typeSuggestedBy('feed'), feedUrl: feed.url, siteUrl: page ? url : null };
  }
  const type = page && pageType(page, wanted);
  return type ? { name: nameOf(found.title, url), type, feedUrl: url, siteUrl: url } : null;
}

function pageType({ articles, excerpt, allowedByRobots }: DiscoveredPage, wanted: DiscoveryRequest['type']) {
  if (!allowedByRobots) return null;
  const type = wanted ?? typeSuggestedBy(articles >= ENOUGH_ARTICLES ? 'article_links' : 'text');
  const { suggestedBy } = SOURCE_TYPES[type];
  const isFound = { feed: false, article_links: articles > 0, text: excerpt !== null };
  return suggestedBy && isFound[suggestedBy] ? type : null;
}

/** source-manager accepts short names without control characters. */
function nameOf(title: string | null, url: string): string {
  const name = title
    ?.replace(/\p{Cc}+/gu, ' ')
    .trim()
    .slice(0, LONGEST_NAME)
    .trim();
  return name || new URL(url).hostname;
}

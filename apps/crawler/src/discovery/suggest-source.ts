import type {
  DiscoveredFeed,
  DiscoveredPage,
  DiscoveryRequest,
  SuggestedSource,
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

/** The source that fits what was found: a feed before links to articles, and those before the page itself. */
export function suggestSource(found: Found, wanted: DiscoveryRequest['type']): SuggestedSource | null {
  const { url, feeds, page } = found;
  const [feed] = feeds;
  if (feed) {
    const name = nameOf(feed.title ?? found.title, url);
    return { name, type: 'rss', feedUrl: feed.url, siteUrl: page ? url : null };
  }
  const type = page && pageType(page, wanted);
  return type ? { name: nameOf(found.title, url), type, feedUrl: url, siteUrl: url } : null;
}

function pageType({ articles, excerpt, allowedByRobots }: DiscoveredPage, wanted: DiscoveryRequest['type']) {
  if (wanted === 'rss' || !allowedByRobots) return null;
  if (wanted === 'watchlist' || (!wanted && articles >= ENOUGH_ARTICLES))
    return articles > 0 ? 'watchlist' : null;
  return excerpt === null ? null : 'website';
}

/** As source-manager takes names: short, and without control characters. */
function nameOf(title: string | null, url: string): string {
  const name = title
    ?.replace(/\p{Cc}+/gu, ' ')
    .trim()
    .slice(0, LONGEST_NAME)
    .trim();
  return name || new URL(url).hostname;
}

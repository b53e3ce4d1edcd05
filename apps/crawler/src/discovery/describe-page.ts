import type { DiscoveredPage } from '@feedwarden/contracts';
import type { FailureFact } from '@feedwarden/feed-health';
import type { AskRobots, ExtractEntries, FetchedPage } from '../polling/ports.js';
import type { FindArticleLinks } from '../polling/watchlist-reader.js';

export interface DescribePageDeps {
  extractWebsite: ExtractEntries;
  findArticleLinks: FindArticleLinks;
  askRobots: AskRobots;
}

const EXCERPT_CHARS = 500;
const SHOWN_LINKS = 20;

/** What a page is worth as a `website` and as a `watchlist`. */
export async function describePage(
  { extractWebsite, findArticleLinks, askRobots }: DescribePageDeps,
  { url, page }: { url: string; page: FetchedPage },
  signal: AbortSignal,
): Promise<{ kind: 'page'; page: DiscoveredPage } | { kind: 'failed'; fact: FailureFact }> {
  const links = await findArticleLinks(page, null);
  if (links.kind === 'failed') return links;
  const extracted = await extractWebsite(page);
  const post = extracted.kind === 'entries' ? extracted.entries[0] : undefined;
  return {
    kind: 'page',
    page: {
      title: post?.title ?? null,
      excerpt: post?.body.slice(0, EXCERPT_CHARS) ?? null,
      articles: links.urls.length,
      articleLinks: links.urls.slice(0, SHOWN_LINKS),
      allowedByRobots: (await askRobots(url, signal)) === null,
    },
  };
}

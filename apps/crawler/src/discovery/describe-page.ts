import type { DiscoveredPage } from '@feedwarden/contracts';
import { classifyFailure, type FailureFact } from '@feedwarden/feed-health';
import type { Deadline } from '@feedwarden/pacing';
import type { AskRobots, FetchedPage } from '../fetch/ports.js';
import { openEntry } from '../poll/outcome.js';
import type { ReadEntries } from '../readers/ports.js';
import type { FindArticleLinks } from '../readers/watchlist/watchlist-reader.js';

export interface DescribePageDeps {
  readWebsite: ReadEntries;
  findArticleLinks: FindArticleLinks;
}

export interface DescribeRobotsDeps {
  askRobots: AskRobots;
  maxSeconds: number;
}

export type PageContent = Omit<DiscoveredPage, 'allowedByRobots' | 'robotsRefusal'>;

const EXCERPT_CHARS = 500;
const SHOWN_LINKS = 20;

/** What a poll would read from a page as a `website` and as a `watchlist`. */
export async function describePage(
  { readWebsite, findArticleLinks }: DescribePageDeps,
  page: FetchedPage,
  signal: AbortSignal,
): Promise<{ kind: 'page'; content: PageContent } | { kind: 'failed'; fact: FailureFact }> {
  const anew = { knownHash: null, signal };
  const links = await findArticleLinks(page, { ...anew, selector: null });
  if (links.kind === 'failed') return links;
  const read = await readWebsite(page, anew);
  const [first] = read.kind === 'entries' ? read.entries : [];
  const post = first && openEntry(first);
  const urls = links.kind === 'links' ? links.urls : [];
  return {
    kind: 'page',
    content: {
      title: post?.title ?? null,
      excerpt: post?.body.slice(0, EXCERPT_CHARS) ?? null,
      articles: urls.length,
      articleLinks: urls.slice(0, SHOWN_LINKS),
    },
  };
}

/** Whether a poll could read a page: robots.txt must allow every address on the way to it. */
export async function describeRobots(
  { askRobots, maxSeconds }: DescribeRobotsDeps,
  addresses: string[],
  deadline: Deadline,
): Promise<Pick<DiscoveredPage, 'allowedByRobots' | 'robotsRefusal'>> {
  for (const url of addresses) {
    const tooLate = { kind: 'timeout', seconds: maxSeconds, waitingFor: 'robots.txt' } as const;
    const refusal = await deadline.within((signal) => askRobots(url, signal), tooLate);
    if (refusal) return { allowedByRobots: false, robotsRefusal: classifyFailure(refusal, url).message };
  }
  return { allowedByRobots: true, robotsRefusal: null };
}

import { parseWebUrl } from '../../poll/web-url.js';

/** An address that a page names as a feed, or that looks like one, with what the page says about it. */
export interface FeedCandidate {
  url: string;
  foundBy: 'link' | 'anchor';
  /** Declared as a feed, not just as XML or JSON of some kind. */
  isTyped: boolean;
  title: string;
}

const FEED_ADDRESS = /(^|[/._-])(rss2?|atom|feeds?|index\.xml|rdf)([/._?-]|$)|\.(rss|atom|rdf)$|[?&]feed=/i;
const COMMENTS_ADDRESS = /\/comments?(\/|\.)|[?&]feed=comments|\/(feed|rss)\/comments?([/?]|$)/i;
const COMMENTS_TITLE = /\bcomments?\b|\bkommentare\b|\bcommentaires\b|\bcomentarios\b/i;

/**
 * The candidates in the order in which they are worth a request. What decides first comes first: comments are asked for
 * last, declared feeds before visible links, feeds before any XML, the page's own site before others, and addresses
 * that look like a feed before others. Otherwise the order of the page stays.
 */
export function rankFeedLinks<Candidate extends FeedCandidate>(
  candidates: Candidate[],
  pageUrl: string,
): Candidate[] {
  const page = parseWebUrl(pageUrl);
  const ranked = candidates.map((candidate) => ({ candidate, faults: faultsOf(candidate, page) }));
  return ranked.sort((a, b) => a.faults - b.faults).map(({ candidate }) => candidate);
}

/** Each fault outweighs all that follow it. */
function faultsOf({ url, foundBy, isTyped, title }: FeedCandidate, page: URL | null): number {
  const faults = [
    isOfComments(url, title),
    foundBy !== 'link',
    !isTyped,
    !page || !isSameSite(new URL(url), page),
    !looksLikeFeed(url),
  ];
  return faults.reduce((sum, fault) => sum * 2 + Number(fault), 0);
}

/** Only the path and the query: a host called feeds.example.org may serve anything. */
export const looksLikeFeed = (link: string) => FEED_ADDRESS.test(withoutHost(link));

/** A feed of what readers wrote. */
export const isCommentsFeed = (link: string) => COMMENTS_ADDRESS.test(withoutHost(link));

export const isOfComments = (url: string, title: string) => isCommentsFeed(url) || COMMENTS_TITLE.test(title);

const withoutHost = (link: string) => link.replace(/^(https?:)?\/\/[^/]*/i, '');

function isSameSite(one: URL, other: URL): boolean {
  const [a, b] = [one, other].map(({ hostname }) => hostname.replace(/^www\./, '')) as [string, string];
  return a === b || a.endsWith(`.${b}`) || b.endsWith(`.${a}`);
}

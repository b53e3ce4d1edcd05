import { LONGEST_URL } from '@feedwarden/contracts';
import type { CheerioAPI } from 'cheerio/slim';
import type { FeedLink } from '../../discovery/ports.js';
import { openPage, resolveUrl } from '../page/open-page.js';
import { linksOfPage } from '../page/page-links.js';
import type { PageText } from '../ports.js';
import { type FeedCandidate, isOfComments, looksLikeFeed, rankFeedLinks } from './rank-feed-links.js';

const FEED_TYPE = /^\s*application\/((rss|atom|rdf)\+xml|feed\+(json|xml))\s*(;|$)/i;
/** Types that feeds share with other documents. */
const POSSIBLE_TYPE =
  /^\s*(application\/json|(text|application)\/xml|application\/(rss|atom|rdf)\+json)\s*(;|$)/i;
const FEED_WORDS = /^(rss|atom|feed|rss[- ]feed|atom[- ]feed|json[- ]feed|subscribe via rss)$/i;
/** Links for other programs, which are rarely feeds. */
const NO_FEED_ADDRESS = /\/wp-json\/|\/oembed/i;

/** Pages declare their feeds in their head; a poll does not read all of a page for it. */
const HEAD_CHARS = 256 * 1024;

/** The likeliest feed that a page declares as its own, but not one of comments; null when there is none. */
export function findDeclaredFeed(page: PageText): string | null {
  const text = page.text.slice(0, HEAD_CHARS);
  if (!/<link\s/i.test(text)) return null;
  const opened = openPage({ ...page, text });
  if (opened.kind !== 'html') return null;
  const declared = declaredLinks(opened.$, opened.base).filter(
    ({ url, isTyped, title }) => isTyped && !isOfComments(url, title) && isProposable(url, page.url),
  );
  return rankFeedLinks(declared, page.url)[0]?.url ?? null;
}

function isProposable(url: string, pageUrl: string): boolean {
  const { username, password } = new URL(url);
  return url !== pageUrl && url.length <= LONGEST_URL && !username && !password;
}

/** Where a page declares its feeds or seems to, the likeliest first. */
export function findFeedLinks(page: PageText): FeedLink[] {
  const opened = openPage(page);
  if (opened.kind !== 'html') return [];
  const { $, base } = opened;
  const found = [...declaredLinks($, base), ...visibleLinks($, base)];
  const unique = new Map<string, FeedLink>();
  for (const { url, foundBy } of rankFeedLinks(found, page.url))
    if (!unique.has(url) && url !== page.url && !NO_FEED_ADDRESS.test(url)) unique.set(url, { url, foundBy });
  return [...unique.values()];
}

function declaredLinks($: CheerioAPI, base: string): FeedCandidate[] {
  return $('link[rel~="alternate" i][href], link[rel~="feed" i][href]')
    .not('[rel~="stylesheet" i]')
    .toArray()
    .flatMap(({ attribs: { href = '', type = '', rel = '', title = '' } }) => {
      const isTyped = FEED_TYPE.test(type) || /(^|\s)feed(\s|$)/i.test(rel);
      if (!isTyped && !POSSIBLE_TYPE.test(type)) return [];
      return withUrl(href, base, { foundBy: 'link', isTyped, title });
    });
}

function visibleLinks($: CheerioAPI, base: string): FeedCandidate[] {
  return linksOfPage($)
    .filter(
      ({ href, text }) => looksLikeFeed(href) || href.startsWith('feed:') || FEED_WORDS.test(text.trim()),
    )
    .flatMap(({ href, text }) => withUrl(href, base, { foundBy: 'anchor', isTyped: false, title: text }));
}

function withUrl(href: string, base: string, about: Omit<FeedCandidate, 'url'>): FeedCandidate[] {
  // `feed:` was once written before URLs, or in place of http.
  const written = href
    .trim()
    .replace(/^feed:(?=https?:)/i, '')
    .replace(/^feed:\/\//i, 'http://');
  const url = resolveUrl(written, base);
  return url ? [{ url: url.replace(/#.*$/, ''), ...about }] : [];
}

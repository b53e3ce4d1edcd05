import type { CheerioAPI } from 'cheerio/slim';
import type { FeedLink } from '../../discovery/ports.js';
import type { PageText } from '../ports.js';
import { linksOfPage } from '../website/page-links.js';
import { openPage, resolveUrl } from './open-page.js';
import { type FeedCandidate, looksLikeFeed, rankFeedLinks } from './rank-feed-links.js';

const FEED_TYPE = /^\s*application\/((rss|atom|rdf)\+xml|feed\+(json|xml))\s*(;|$)/i;
/** Types that feeds share with other documents. */
const POSSIBLE_TYPE =
  /^\s*(application\/json|(text|application)\/xml|application\/(rss|atom|rdf)\+json)\s*(;|$)/i;
const FEED_WORDS = /^(rss|atom|feed|rss[- ]feed|atom[- ]feed|json[- ]feed|subscribe via rss)$/i;
/** Links for other programs, which are rarely feeds. */
const NO_FEED_ADDRESS = /\/wp-json\/|\/oembed/i;

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

import type { CheerioAPI } from 'cheerio/slim';
import type { FeedLink } from '../../discovery/ports.js';
import type { PageText } from '../ports.js';
import { linksOfPage } from '../website/page-links.js';
import { openPage, resolveUrl } from './open-page.js';

const FEED_TYPE =
  /^\s*(application\/(rss|atom|rdf|feed)\+(xml|json)|application\/(feed\+)?json|(text|application)\/xml)\s*(;|$)/i;
const FEED_ADDRESS = /(^|[/._-])(rss2?|atom|feeds?|index\.xml|rdf)([/._?-]|$)|\.(rss|atom|rdf)$|^feed:/i;
const FEED_WORDS = /^(rss|atom|feed|rss[- ]feed|atom[- ]feed|json[- ]feed|subscribe via rss)$/i;
/** Links for other programs, which are rarely feeds. */
const NO_FEED_ADDRESS = /\/wp-json\/|\/oembed|\/comments\/feed/i;

/** Where a page declares its feeds or seems to: first its `<link>` elements, then its visible links. */
export function findFeedLinks(page: PageText): FeedLink[] {
  const opened = openPage(page);
  if (opened.kind !== 'html') return [];
  const { $, base } = opened;
  const unique = new Map<string, FeedLink>();
  for (const link of [...declaredLinks($, base), ...likelyLinks($, base)])
    if (!unique.has(link.url) && link.url !== page.url) unique.set(link.url, link);
  return [...unique.values()];
}

function declaredLinks($: CheerioAPI, base: string): FeedLink[] {
  return $('link[rel~="alternate" i][href], link[rel~="feed" i][href]')
    .toArray()
    .map((element) => $(element))
    .filter(
      (link) => FEED_TYPE.test(link.attr('type') ?? '') || /(^|\s)feed(\s|$)/i.test(link.attr('rel') ?? ''),
    )
    .flatMap((link) => asFeedLink(link.attr('href') ?? '', base, 'link'))
    .filter(({ url }) => !NO_FEED_ADDRESS.test(url));
}

function likelyLinks($: CheerioAPI, base: string): FeedLink[] {
  return linksOfPage($)
    .filter(({ href, text }) => FEED_ADDRESS.test(pathOf(href)) || FEED_WORDS.test(text.trim()))
    .flatMap(({ href }) => asFeedLink(href, base, 'anchor'))
    .filter(({ url }) => !NO_FEED_ADDRESS.test(url));
}

/** Only the path: a host called feeds.example.org may serve anything. */
const pathOf = (href: string) => href.replace(/^(https?:)?\/\/[^/]*/i, '');

function asFeedLink(href: string, base: string, foundBy: FeedLink['foundBy']): FeedLink[] {
  // `feed:` was once written before URLs, or in place of http.
  const written = href
    .trim()
    .replace(/^feed:(?=https?:)/i, '')
    .replace(/^feed:\/\//i, 'http://');
  const url = resolveUrl(written, base);
  return url ? [{ url: url.replace(/#.*$/, ''), foundBy }] : [];
}

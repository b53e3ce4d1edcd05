import { withoutCredentials } from '@feedwarden/contracts';
import type { CheerioAPI } from 'cheerio/slim';
import { foldSpace } from '../entry/html-text.js';
import { removeNoise } from '../page/main-block.js';
import { openPage, resolveUrl } from '../page/open-page.js';
import { linksOfPage } from '../page/page-links.js';
import type { FailedReading, PageText } from '../ports.js';
import { type LinkFacts, looksLikeArticle } from './article-link-score.js';
import { withBoundedSiblings } from './bound-siblings.js';
import { createLinksInside, type LinksInside } from './links-inside.js';

/** A page with more links is not a list of articles. */
const MAX_LINKS = 500;
const HEADING = 'h1, h2, h3, h4';
/** What a link says it leads to. */
const NO_ARTICLE_REL = /(^|\s)(tag|author|next|prev|category|license|search)(\s|$)/i;

export type ArticleLinks = { kind: 'links'; urls: string[] } | FailedReading;

/** The links to articles on a page, absolute, in the order of the page, each once. */
export function findArticleLinks(page: PageText, selector: string | null): ArticleLinks {
  const opened = openPage(page);
  if (opened.kind !== 'html') return { kind: 'failed', fact: opened.fact };
  const { $, base } = opened;
  const self = articleUrl(page.url, page.url);
  const found = selector?.trim() ? selectedLinks($, base, selector) : likelyLinks($, base, page.url);
  if (found.kind === 'failed') return found;
  const urls = [...new Set(found.urls)].filter((url) => url !== self).slice(0, MAX_LINKS);
  return { kind: 'links', urls };
}

function selectedLinks($: CheerioAPI, base: string, selector: string): ArticleLinks {
  try {
    const urls = withBoundedSiblings($, selector, () => {
      const linksInside = createLinksInside();
      const hrefs = new Set<string>();
      const found = new Set<string>();
      for (const element of $(selector)) {
        const href = hrefOf($, $(element), linksInside);
        if (href === undefined || hrefs.has(href)) continue;
        hrefs.add(href);
        const url = articleUrl(href, base);
        // One of them may be the page itself.
        if (url !== null && found.add(url).size > MAX_LINKS) break;
      }
      return [...found];
    });
    return { kind: 'links', urls };
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    const detail = `the selector "${selector.slice(0, 200)}" cannot be used: ${why.slice(0, 200)}`;
    return { kind: 'failed', fact: { kind: 'malformed', detail } };
  }
}

type Selection = ReturnType<CheerioAPI>;

/** Of the selected link, of a link inside (the title's first), or of the link around it. */
function hrefOf($: CheerioAPI, selected: Selection, linksInside: LinksInside): string | undefined {
  const own = selected.filter('a[href]').attr('href');
  if (own !== undefined) return own;
  const inside = $(selected.toArray().flatMap(linksInside));
  if (inside.length === 0) return selected.closest('a[href]').attr('href');
  if (inside.length === 1) return inside.attr('href');
  const titled = inside.filter(
    (_, link) => $(link).closest(HEADING).length > 0 || $(link).find(HEADING).length > 0,
  );
  const worded = inside.filter((_, link) => foldSpace($(link).text()) !== '');
  return [titled, worded, inside].find((links) => links.length > 0)?.attr('href');
}

function likelyLinks($: CheerioAPI, base: string, pageUrl: string): ArticleLinks {
  removeNoise($);
  const links = new Map<string, LinkFacts>();
  const home = siteOf(pageUrl);
  const folder = pageUrl.replace(/[^/]*$/, '');
  const isBelowHome = new URL(pageUrl).pathname !== '/';
  for (const { href, rel, text, inHeading, inArticle } of linksOfPage($)) {
    const url = articleUrl(href, base);
    if (!url || NO_ARTICLE_REL.test(rel) || !isSameSite(url, home)) continue;
    const known = links.get(url);
    links.set(url, {
      url: new URL(url),
      text: known && known.text.length > text.length ? known.text : text,
      inHeading: known?.inHeading || inHeading,
      inArticle: known?.inArticle || inArticle,
      belowPage: isBelowHome && url.startsWith(folder),
    });
  }
  const likely = [...links].filter(([, facts]) => looksLikeArticle(facts));
  const inArticles = likely.filter(([, { inArticle }]) => inArticle);
  return { kind: 'links', urls: (inArticles.length > 0 ? inArticles : likely).map(([url]) => url) };
}

/** The same host or a subdomain, with or without `www.`. */
function isSameSite(url: string, home: string): boolean {
  const site = siteOf(url);
  return site === home || site.endsWith(`.${home}`);
}

const siteOf = (url: string) => new URL(url).hostname.replace(/^www\./, '');

/** A link is the key of its article, and this is the longest key. */
const MAX_URL_BYTES = 1024;
const TRACKING = /^(utm_.*|fbclid|gclid|mc_cid|mc_eid)$/i;

/** The normalized URL of a link; null when it cannot be fetched. */
export function articleUrl(href: string, base: string): string | null {
  const resolved = resolveUrl(href, base);
  if (!resolved) return null;
  const url = withoutCredentials(new URL(resolved));
  url.hash = '';
  // Only when needed: rewriting parameters changes how the others are escaped.
  const tracking = [...url.searchParams.keys()].filter((name) => TRACKING.test(name));
  for (const name of tracking) url.searchParams.delete(name);
  return Buffer.byteLength(url.href) > MAX_URL_BYTES ? null : url.href;
}

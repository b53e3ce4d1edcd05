import type { CheerioAPI } from 'cheerio/slim';
import { foldSpace } from '../entry/html-text.js';
import { firstDate } from '../entry/parse-date.js';
import { resolveUrl } from './open-page.js';

export interface PageFacts {
  title: string | null;
  author: string | null;
  publishedAt: Date | null;
  /** The canonical URL of the page, if it is on the page's own host. */
  url: string;
}

/** The metadata of a page. */
export function pageFacts($: CheerioAPI, pageUrl: string, base: string): PageFacts {
  const meta = (attribute: string, value: string) => $(`meta[${attribute}="${value}" i]`).attr('content');
  return {
    title: firstPresent([
      meta('property', 'og:title'),
      $('title').not('svg title').first().text(),
      $('h1').first().text(),
    ]),
    author: firstPresent([meta('name', 'author'), meta('property', 'article:author')]),
    publishedAt: firstDate([
      meta('property', 'article:published_time') ?? null,
      meta('itemprop', 'datePublished') ?? null,
      fullDate($('article time[datetime]').attr('datetime')),
      fullDate($('time[datetime]').attr('datetime')),
    ]),
    url: canonicalUrl($('link[rel~="canonical" i]').attr('href'), pageUrl, base),
  };
}

export function firstPresent(texts: (string | null | undefined)[]): string | null {
  return texts.map((text) => foldSpace(text ?? '')).find((text) => text !== '') ?? null;
}

/** The same attribute also holds times of day, years and durations. */
function fullDate(text: string | undefined): string | null {
  return text && /^\s*\d{4}-\d\d-\d\d/.test(text) ? text : null;
}

function canonicalUrl(link: string | undefined, pageUrl: string, base: string): string {
  const canonical = link ? resolveUrl(link, base) : null;
  return canonical && new URL(canonical).host === new URL(pageUrl).host ? canonical : pageUrl;
}

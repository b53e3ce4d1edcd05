import { Readability } from '@mozilla/readability';
import { type CheerioAPI, load } from 'cheerio';
import { load as loadPart } from 'cheerio/slim';
import { parseHTML } from 'linkedom';
import { parseUrl } from '../../poll/web-url.js';
import { foldSpace, htmlToText } from '../entry/html-text.js';
import { mainBlockHtml, removeNoise } from './main-block.js';
import { removeFurniture } from './remove-furniture.js';
import { removePassing } from './remove-passing.js';

export interface ReadabilityJob {
  html: string;
  url: string;
}

export interface ReadableArticle {
  title: string | null;
  byline: string | null;
  /** HTML, with absolute links where readability made it out. */
  content: string;
  publishedTime: string | null;
}

/** Only frames of well-known players are left when Readability looks at a page. */
const ANY_FRAME = /^/;

/** Readability and the largest block are about the same text; when one is this many times the other, one is wrong. */
const DISAGREEMENT = 2;

/** Readability takes time quadratic in the number of elements. Long articles have a few thousand. */
const MAX_TAGS = 50_000;

/**
 * The article of a page; null when it has no text. Readability makes it out of a page without its furniture. It is
 * wrong on short and on unusual pages; there the largest block, which is never far off, disagrees and is taken.
 * It may take very long, and it may throw.
 */
export function readableArticle({ html, url }: ReadabilityJob): ReadableArticle | null {
  if (hasMoreTagsThan(MAX_TAGS, html)) throw new Error(`the page has more than ${MAX_TAGS} tags`);
  // linkedom is not an HTML5 parser, so the page is normalized first.
  const $ = load(html);
  const pageTitle = $('title').first().text();
  removeNoise($);
  removeFurniture($);
  removePassing($);
  const article = readability($, url, pageTitle);
  const block = withoutHeading(mainBlockHtml($), article?.title ?? pageTitle);
  if (
    article &&
    agree(htmlToText(article.content), htmlToText(block)) &&
    !missesParts(article.content, block)
  )
    return article;
  if (htmlToText(block) === '') return null;
  return { title: null, byline: null, publishedTime: null, ...article, content: block };
}

function hasMoreTagsThan(limit: number, html: string): boolean {
  let count = 0;
  for (let at = html.indexOf('<'); at !== -1 && count <= limit; at = html.indexOf('<', at + 1)) count += 1;
  return count > limit;
}

function agree(article: string, block: string): boolean {
  const longest = article.split('\n').reduce((best, line) => (line.length > best.length ? line : best), '');
  return (
    article.length * DISAGREEMENT >= block.length &&
    article.length <= block.length * DISAGREEMENT &&
    block.includes(longest)
  );
}

/** Lists, quotations and the heads of tables are part of a text, but Readability takes some for furniture. */
const PARTS = 'li, dd, th, blockquote';
/** Each is looked for in the whole text. */
const MAX_PARTS = 200;

function missesParts(article: string, block: string): boolean {
  const $ = loadPart(block);
  const said = foldSpace(loadPart(article).text());
  return $(PARTS)
    .toArray()
    .slice(0, MAX_PARTS)
    .map((part) => foldSpace($(part).text()))
    .some((text) => text !== '' && !said.includes(text));
}

function readability($: CheerioAPI, url: string, pageTitle: string): ReadableArticle | null {
  const { document } = parseHTML($.html());
  document.title = pageTitle;
  const href = $('base[href]').attr('href') ?? '';
  // linkedom does not know the URL of its document.
  Object.defineProperty(document, 'baseURI', {
    value: parseUrl(href, url)?.href ?? url,
  });
  Object.defineProperty(document, 'documentURI', { value: url });
  const article = new Readability(document, { allowedVideoRegex: ANY_FRAME }).parse();
  if (!article?.content || !article.textContent?.trim()) return null;
  const { title = null, byline = null, publishedTime = null } = article;
  // linkedom writes the tag name of the wrapper in capitals.
  const content = loadPart(article.content)('#readability-page-1').html() ?? article.content;
  return { title, byline, content: withoutHeading(content, title ?? ''), publishedTime };
}

/** The title is stored beside the text, not in it. */
function withoutHeading(html: string, title: string): string {
  const $ = loadPart(html);
  const heading = $('h1, h2').first();
  const text = foldSpace(heading.text());
  if (text === '' || !foldSpace(title).startsWith(text)) return html;
  heading.remove();
  return $.html();
}

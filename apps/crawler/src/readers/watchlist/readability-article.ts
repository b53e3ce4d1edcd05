import { Readability } from '@mozilla/readability';
import { load } from 'cheerio';
import { load as loadPart } from 'cheerio/slim';
import { parseHTML } from 'linkedom';
import { parseUrl } from '../../poll/web-url.js';
import { removeBanners } from '../website/main-block.js';

export interface ReadabilityJob {
  html: string;
  url: string;
}

export interface ReadableArticle {
  title: string | null;
  byline: string | null;
  /** HTML with absolute links. */
  content: string;
  publishedTime: string | null;
}

/** The article that readability extracts; null when there is none. It may take very long, and it may throw. */
export function readableArticle({ html, url }: ReadabilityJob): ReadableArticle | null {
  // linkedom is not an HTML5 parser, so the page is normalized first.
  const $ = load(html);
  removeBanners($);
  const { document } = parseHTML($.html());
  const href = $('base[href]').attr('href') ?? '';
  // linkedom does not know the URL of its document.
  Object.defineProperty(document, 'baseURI', {
    value: parseUrl(href, url)?.href ?? url,
  });
  Object.defineProperty(document, 'documentURI', { value: url });
  const article = new Readability(document).parse();
  if (!article?.content || !article.textContent?.trim()) return null;
  const { title = null, byline = null, publishedTime = null } = article;
  // linkedom writes the tag name of the wrapper in capitals.
  const content = loadPart(article.content)('#readability-page-1').html() ?? article.content;
  return { title, byline, content, publishedTime };
}

import type { Entry } from '../../poll/outcome.js';
import { makeEntry } from '../entry/make-entry.js';
import { firstDate } from '../entry/parse-date.js';
import type { RawEntry } from '../entry/raw-entry.js';
import { type OpenedPage, openPage } from '../page/open-page.js';
import { firstPresent, type PageFacts, pageFacts } from '../page/page-facts.js';
import { type ReadableArticle, readableArticle } from '../page/readable-article.js';
import type { PageText } from '../ports.js';
import { roughTitle, summaryText } from './article-summary.js';

/** The article of a page; when it cannot be made out, a summary. null: not a web page. */
export function readArticle(
  page: PageText,
  readable: typeof readableArticle = readableArticle,
): Entry | null {
  const opened = openPage(page);
  if (opened.kind !== 'html') return summaryOf(opened, page);
  const facts = factsOf(opened, page);
  const article = attempt(() => readable({ html: opened.html, url: page.url }));
  const entry = article && makeEntry(articleEntry(article, facts), page.url);
  return entry?.body ? entry : summaryOf(opened, page);
}

/** The title and the beginning of the text of a page. null: not a web page. */
export function summarizeArticle(page: PageText): Entry | null {
  return summaryOf(openPage(page), page);
}

function summaryOf(opened: OpenedPage, page: PageText): Entry | null {
  if (opened.kind === 'not_html' && page.text.trim()) return null;
  return makeEntry(summaryEntry(opened, page, factsOf(opened, page)), page.url);
}

/** Readability fails on pages that nobody thought of. */
function attempt(read: () => ReadableArticle | null): ReadableArticle | null {
  try {
    return read();
  } catch {
    return null;
  }
}

function factsOf(opened: OpenedPage, page: PageText): PageFacts {
  if (opened.kind === 'html') return { ...pageFacts(opened.$, page.url, opened.base), url: page.url };
  return { title: roughTitle(page.text), author: null, publishedAt: null, url: page.url };
}

function articleEntry(
  { title, byline, content, publishedTime }: ReadableArticle,
  facts: PageFacts,
): RawEntry {
  return {
    guid: facts.url,
    url: facts.url,
    title: firstPresent([title, facts.title]) ?? facts.url,
    author: firstPresent([byline?.replace(/^\s*by[:\s]\s*/i, ''), facts.author]),
    publishedAt: firstDate([publishedTime]) ?? facts.publishedAt,
    content: { html: content },
  };
}

function summaryEntry(opened: OpenedPage, page: PageText, facts: PageFacts): RawEntry {
  const { url, author, publishedAt } = facts;
  const content = { text: summaryText(opened, page) };
  return { guid: url, url, title: facts.title ?? url, author, publishedAt, content };
}

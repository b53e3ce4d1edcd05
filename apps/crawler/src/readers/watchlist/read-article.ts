import type { FetchedPage } from '../../fetch/ports.js';
import { makeEntry } from '../entry/make-entry.js';
import { firstDate } from '../entry/parse-date.js';
import type { RawEntry } from '../entry/raw-entry.js';
import { type OpenedPage, openPage } from '../website/open-page.js';
import { firstPresent, type PageFacts, pageFacts } from '../website/page-facts.js';
import { roughTitle, summaryText } from './article-summary.js';
import type { ReadableArticle } from './readability-article.js';
import { createReadabilityThread, type ReadabilityThread } from './readability-thread.js';
import type { ReadArticle } from './watchlist-reader.js';

/** Reads articles in a separate thread, which `close` ends. */
export function createReadArticle(thread: ReadabilityThread = createReadabilityThread()): {
  readArticle: ReadArticle;
  close(): Promise<void>;
} {
  return {
    async readArticle(page) {
      const opened = openPage(page);
      if (opened.kind === 'not_html' && page.text.trim()) return null;
      const facts = factsOf(opened, page);
      const article = opened.kind === 'html' ? await thread.read({ html: opened.html, url: page.url }) : null;
      const raw = article ? articleEntry(article, facts) : null;
      const entry = raw && makeEntry(raw, page.url);
      return entry?.body ? entry : makeEntry(summaryEntry(opened, page, facts), page.url);
    },
    close: () => thread.close(),
  };
}

function factsOf(opened: OpenedPage, page: FetchedPage): PageFacts {
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

function summaryEntry(opened: OpenedPage, page: FetchedPage, facts: PageFacts): RawEntry {
  const { url, author, publishedAt } = facts;
  const content = { text: summaryText(opened, page) };
  return { guid: url, url, title: facts.title ?? url, author, publishedAt, content };
}

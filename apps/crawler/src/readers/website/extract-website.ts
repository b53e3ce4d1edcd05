import { htmlToText } from '../entry/html-text.js';
import { makeEntry } from '../entry/make-entry.js';
import { mainBlockHtml, removeNoise } from '../page/main-block.js';
import { type OpenedPage, openPage } from '../page/open-page.js';
import { pageFacts } from '../page/page-facts.js';
import { type ReadableArticle, readableArticle } from '../page/readable-article.js';
import { removePassing } from '../page/remove-passing.js';
import type { ExtractResult, PageText } from '../ports.js';

export interface WebsiteOptions {
  /** Finds the article; null: only the block rule is used, which is fast on every page. */
  readable?: typeof readableArticle | null;
}

/** Reads a page as one post, identified by its content: a changed page is a new post. */
export async function extractWebsite(
  page: PageText,
  { readable = readableArticle }: WebsiteOptions = {},
): Promise<ExtractResult> {
  const opened = openPage(page);
  if (opened.kind !== 'html') return { kind: 'failed', fact: opened.fact };
  const { $, base } = opened;
  if ($('frameset').length > 0) return malformed('the page is a frameset: its text is in the pages it names');
  const { title, author, url } = pageFacts($, page.url, base);
  const content = { html: mainHtml(opened, page.url, readable) };
  // The page's date is not that of this text: a new text would be skipped for its age.
  const raw = { guid: null, url, title, author, publishedAt: null, content, contentBase: base };
  const entry = makeEntry(raw, page.url);
  if (!entry?.body) return malformed('the page has no text');
  return { kind: 'entries', entries: [{ ...entry, guid: entry.contentHash }] };
}

/** An article of this length is one; a shorter one may be a notice beside what the page is about. */
const TELLING_CHARS = 600;
const TELLING_SHARE = 0.3;

/** The article of the page; its main block when the page is not an article, but a list, a table or a price. */
function mainHtml(
  { $, html }: Extract<OpenedPage, { kind: 'html' }>,
  url: string,
  readable: typeof readableArticle | null,
): string {
  const article = readable && attempt(() => readable({ html, url }));
  removeNoise($);
  removePassing($);
  const block = mainBlockHtml($);
  if (!article) return block;
  const found = htmlToText(article.content).length;
  return found >= Math.min(TELLING_CHARS, htmlToText(block).length * TELLING_SHARE) ? article.content : block;
}

/** Readability fails on pages that nobody thought of. */
function attempt(read: () => ReadableArticle | null): ReadableArticle | null {
  try {
    return read();
  } catch {
    return null;
  }
}

function malformed(detail: string): ExtractResult {
  return { kind: 'failed', fact: { kind: 'malformed', detail } };
}

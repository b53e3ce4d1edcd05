import { makeEntry } from '../entry/make-entry.js';
import { mainBlockHtml, removeNoise } from '../page/main-block.js';
import { openPage } from '../page/open-page.js';
import { pageFacts } from '../page/page-facts.js';
import type { ExtractEntries, ExtractResult } from '../ports.js';

/** Reads a page as one post, identified by its content: a changed page is a new post. */
export const extractWebsite: ExtractEntries = async (page) => {
  const opened = openPage(page);
  if (opened.kind !== 'html') return { kind: 'failed', fact: opened.fact };
  const { $, base } = opened;
  if ($('frameset').length > 0) return malformed('the page is a frameset: its text is in the pages it names');
  const { title, author, url } = pageFacts($, page.url, base);
  removeNoise($);
  const content = { html: mainBlockHtml($) };
  // The page's date is not that of this text: a new text would be skipped for its age.
  const raw = { guid: null, url, title, author, publishedAt: null, content, contentBase: base };
  const entry = makeEntry(raw, page.url);
  if (!entry?.body) return malformed('the page has no text');
  return { kind: 'entries', entries: [{ ...entry, guid: entry.contentHash }] };
};

function malformed(detail: string): ExtractResult {
  return { kind: 'failed', fact: { kind: 'malformed', detail } };
}

import type { ExtractEntries, ExtractResult } from '../../poll/ports.js';
import { makeEntry } from '../entry/make-entry.js';
import { openPage } from './website-document.js';
import { pageFacts } from './website-facts.js';
import { mainBlockHtml, removeNoise } from './website-main-block.js';

/** A page as one post. The post is known by its content: a page that changed is another post. */
export function createExtractWebsite(): ExtractEntries {
  return async (page) => {
    const opened = openPage(page);
    if (opened.kind !== 'html') return { kind: 'failed', fact: opened.fact };
    const { $, base } = opened;
    if ($('frameset').length > 0)
      return malformed('the page is a frameset: its text is in the pages it names');
    const { title, author, url } = pageFacts($, page.url, base);
    removeNoise($);
    const content = { html: mainBlockHtml($) };
    // Its date tells when the page appeared, not when its text became this: by its age a new text would be skipped.
    const raw = { guid: null, url, title, author, publishedAt: null, content, contentBase: base };
    const entry = makeEntry(raw, page.url);
    if (!entry?.body) return malformed('the page has no text');
    return { kind: 'entries', entries: [{ ...entry, guid: entry.contentHash }] };
  };
}

function malformed(detail: string): ExtractResult {
  return { kind: 'failed', fact: { kind: 'malformed', detail } };
}

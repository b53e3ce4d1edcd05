import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { decodeText } from '@feedwarden/decode-text';
import { describe, expect, it } from '@jest/globals';
import { toSafeHtml } from '../src/content/safe-html/safe-html.js';
import type { Entry } from '../src/poll/outcome.js';
import type { PageText } from '../src/readers/ports.js';
import { findArticleLinks } from '../src/readers/watchlist/find-article-links.js';
import { readArticle } from '../src/readers/watchlist/read-article.js';
import { extractWebsite } from '../src/readers/website/extract-website.js';
import { findDeclaredFeed, findFeedLinks } from '../src/readers/website/find-feed-links.js';

/** What stands beside each page: where it is from, and what is expected of it. */
interface Expected {
  url: string;
  contentType: string;
  selector?: string;
  links?: unknown;
  website?: unknown;
  article?: unknown;
  /** What is served of the website's HTML. */
  safe?: string;
  /** Where feeds may be, the likeliest first. */
  feeds?: string[];
  /** The feed that a poll proposes. */
  proposed?: string | null;
}

const PAGES = join(import.meta.dirname, 'pages');
const names = readdirSync(PAGES)
  .filter((file) => file.endsWith('.html'))
  .map((file) => file.replace('.html', ''));
const corpus = names.map((name) => {
  const expected: Expected = JSON.parse(readFileSync(join(PAGES, `${name}.json`), 'utf8'));
  return { name, expected, page: pageOf(name, expected) };
});

function pageOf(name: string, { url, contentType }: Expected): PageText {
  const bytes = readFileSync(join(PAGES, `${name}.html`));
  const text = decodeText(bytes, contentType);
  return { url, contentType, text };
}

/** As JSON has it, without what follows from the rest. */
function visible(entry: Entry | null | undefined): unknown {
  if (!entry) return null;
  const { guid: _guid, contentHash: _hash, contentHtml, ...rest } = entry;
  const links = [...(contentHtml ?? '').matchAll(/(?:href|src)="([^"]*)"/g)].map(([, url]) => url);
  return JSON.parse(JSON.stringify({ ...rest, links }));
}

describe('websites', () => {
  it.each(corpus.filter(({ expected }) => 'website' in expected))(
    'reads the page $name as a website',
    async ({ page, expected }) => {
      const result = await extractWebsite(page);
      expect(result.kind === 'failed' ? result : visible(result.entries[0])).toEqual(expected.website);
    },
  );
});

describe('articles', () => {
  it.each(corpus.filter(({ expected }) => 'article' in expected))(
    'reads the page $name as an article',
    async ({ page, expected }) => {
      expect(visible(readArticle(page))).toEqual(expected.article);
    },
  );
});

describe('links', () => {
  it.each(corpus.filter(({ expected }) => 'links' in expected))(
    'finds the article links of the page $name',
    async ({ page, expected }) => {
      const result = findArticleLinks(page, expected.selector ?? null);
      expect(result.kind === 'failed' ? result : result.urls).toEqual(expected.links);
    },
  );
});

describe('HTML that is served', () => {
  it.each(corpus.filter(({ expected }) => 'safe' in expected))(
    'keeps what is harmless of the page $name',
    async ({ page, expected }) => {
      const result = await extractWebsite(page);
      const html = result.kind === 'entries' ? (result.entries[0]?.contentHtml ?? '') : '';
      expect(toSafeHtml(html)).toBe(expected.safe);
    },
  );
});

describe('feeds', () => {
  it.each(corpus.filter(({ expected }) => 'feeds' in expected))(
    'finds the feeds of the page $name, and the one to propose',
    ({ page, expected }) => {
      expect(findFeedLinks(page).map(({ url }) => url)).toEqual(expected.feeds);
      expect(findDeclaredFeed(page)).toBe(expected.proposed);
    },
  );
});

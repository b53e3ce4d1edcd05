import { describe, expect, it } from '@jest/globals';
import { sampleText } from '../../poll/testing/sample-feed.js';
import { extractFeed } from '../feed/extract-feed.js';
import { findDeclaredFeed } from './find-feed-links.js';

const PAGE = 'https://news.example/blog/';
const RSS = 'type="application/rss+xml"';
const page = (head: string, url = PAGE) =>
  sampleText(`<!doctype html><html><head>${head}</head><body><p>Text</p></body></html>`, { url });

describe('findDeclaredFeed', () => {
  it.each([
    ['a link to RSS', `<link rel="alternate" ${RSS} href="feed.xml">`, `${PAGE}feed.xml`],
    [
      'a link to Atom',
      '<link rel=alternate type=application/atom+xml href=/atom>',
      'https://news.example/atom',
    ],
    ['a base', `<base href="/en/"><link rel="alternate" ${RSS} href="rss">`, 'https://news.example/en/rss'],
    [
      'comments first',
      `<link rel="alternate" ${RSS} title="Comments" href="/c"><link rel="alternate" ${RSS} href="/feed">`,
      'https://news.example/feed',
    ],
    [
      'another site first',
      `<link rel="alternate" ${RSS} href="https://partner.example/feed"><link rel="alternate" ${RSS} href="/a">`,
      'https://news.example/a',
    ],
  ])('finds the feed of a page, given %s', (_given, head, expected) => {
    expect(findDeclaredFeed(page(head))).toBe(expected);
  });

  it.each([
    ['no link', '<title>News</title>'],
    ['a feed of comments only', `<link rel="alternate" ${RSS} href="/comments/feed/">`],
    [
      'an alternate style sheet',
      '<link rel="alternate stylesheet" type="application/rss+xml" href="/a.xml">',
    ],
    ['XML of some kind', '<link rel="alternate" type="text/xml" href="/sitemap.xml">'],
    ['the page itself', `<link rel="alternate" ${RSS} href="${PAGE}">`],
    ['an address with credentials', `<link rel="alternate" ${RSS} href="https://me:pw@news.example/feed">`],
    ['an address that is too long to store', `<link rel="alternate" ${RSS} href="/${'x'.repeat(2048)}">`],
    ['an address of another kind', `<link rel="alternate" ${RSS} href="ftp://news.example/feed">`],
    ['a link far down the page', `${' '.repeat(300_000)}<link rel="alternate" ${RSS} href="/feed">`],
  ])('finds none, given %s', (_given, head) => {
    expect(findDeclaredFeed(page(head))).toBeNull();
  });
});

describe('a page in the place of a feed', () => {
  it('fails with the feed that the page declares in its error', async () => {
    expect(await extractFeed(page(`<link rel="alternate" ${RSS} href="/feed">`))).toEqual({
      kind: 'failed',
      fact: {
        kind: 'not_a_feed',
        detail:
          'the response is an HTML page, not a feed; the page declares the feed https://news.example/feed',
      },
      proposedUrl: 'https://news.example/feed',
    });
  });

  it('fails without an address when the page declares no feed', async () => {
    expect(await extractFeed(page(''))).toEqual({
      kind: 'failed',
      fact: { kind: 'not_a_feed', detail: 'the response is an HTML page, not a feed' },
      proposedUrl: null,
    });
  });
});

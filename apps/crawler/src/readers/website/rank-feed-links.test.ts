import { describe, expect, it } from '@jest/globals';
import { type FeedCandidate, isCommentsFeed, rankFeedLinks } from './rank-feed-links.js';

const PAGE = 'https://www.news.example/blog/';

const candidate = (path: string, changes: Partial<FeedCandidate> = {}): FeedCandidate => ({
  url: new URL(path, PAGE).href,
  foundBy: 'link',
  isTyped: true,
  title: '',
  ...changes,
});
const visible = { foundBy: 'anchor', isTyped: false } as const;

describe('rankFeedLinks', () => {
  it.each<[given: string, first: FeedCandidate, then: FeedCandidate]>([
    ['a declared feed before a visible link', candidate('/a'), candidate('/feed.rss', visible)],
    ['a feed before any XML', candidate('/a'), candidate('/feed.xml', { isTyped: false })],
    [
      'any declared XML before a visible link',
      candidate('/a', { isTyped: false }),
      candidate('/feed', visible),
    ],
    ['its own host before another', candidate('/a'), candidate('https://other.example/feed')],
    [
      'a host above its own before another',
      candidate('https://news.example/a'),
      candidate('https://other.example/feed'),
    ],
    [
      'a host below its own before another',
      candidate('https://feeds.news.example/a'),
      candidate('https://other.example/feed'),
    ],
    [
      'a host that only ends alike after its own',
      candidate('/a'),
      candidate('https://fakenews.example/feed'),
    ],
    ['an address with the word feed before one without', candidate('/feed/'), candidate('/all')],
    ['an address with the word rss before one without', candidate('/index.rss'), candidate('/all')],
    ['an address with the word atom before one without', candidate('/atom.xml'), candidate('/all')],
    [
      'a query that asks for a feed before one that does not',
      candidate('/?feed=rss2'),
      candidate('/?page=2'),
    ],
    [
      'a path, and not a host, with the word feed',
      candidate('/feed'),
      candidate('https://feed.news.example/all'),
    ],
    [
      'any link before the comments',
      candidate('https://other.example/x', visible),
      candidate('/comments/feed/'),
    ],
    [
      'any link before what is called comments',
      candidate('/x', visible),
      candidate('/feed', { title: 'News » Comments Feed' }),
    ],
  ])('puts %s', (_given, first, then) => {
    expect(rankFeedLinks([then, first], PAGE)).toEqual([first, then]);
    expect(rankFeedLinks([first, then], PAGE)).toEqual([first, then]);
  });

  it('keeps the order of the page among equals', () => {
    const equals = ['/feed/b', '/feed/a', '/feed/c'].map((path) => candidate(path));
    expect(rankFeedLinks(equals, PAGE)).toEqual(equals);
  });
});

describe('isCommentsFeed', () => {
  it.each([
    ['/comments/feed/', true],
    ['/2026/03/a-post/comments/feed', true],
    ['/comments.rss', true],
    ['/feed/comments/', true],
    ['/?feed=comments-rss2', true],
    ['/feed/', false],
    ['/commentary/feed', false],
    ['/?feed=rss2', false],
  ])('takes %s for one: %s', (path, expected) => {
    expect(isCommentsFeed(`https://comments.example${path}`)).toBe(expected);
  });
});

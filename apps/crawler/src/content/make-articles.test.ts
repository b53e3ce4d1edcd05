import { describe, expect, it } from '@jest/globals';
import { type ArticleSource, isDigest, makeArticles, type SourcePost } from './make-articles.js';

const source = (changes: Partial<ArticleSource> = {}): ArticleSource => ({
  name: 'News',
  type: 'rss',
  host: 'news.example',
  generator: null,
  aggregate: null,
  ...changes,
});
const post = (id: number, changes: Partial<SourcePost> = {}): SourcePost => ({
  id,
  title: null,
  url: `https://news.example/${id}`,
  author: 'ann',
  body: `post ${id}`,
  contentHtml: `<p>post ${id}</p>`,
  publishedAt: new Date(Date.UTC(2026, 0, id)),
  createdAt: new Date(Date.UTC(2026, 1, 1)),
  ...changes,
});

describe('what becomes a digest', () => {
  it.each<[string, Partial<ArticleSource>, boolean]>([
    ['a feed', {}, false],
    ['a timeline', { type: 'twitter' }, true],
    ['a nitter instance', { host: 'nitter.example' }, true],
    ['a nitter instance on a subdomain', { host: 'my-nitter.example.org' }, true],
    ['a feed made by Nitter on another host', { generator: 'Nitter' }, true],
    ['a feed made by other software', { generator: 'WordPress 7.1' }, false],
    ['a feed that wants to', { aggregate: true }, true],
    ['a timeline that does not', { type: 'twitter', aggregate: false }, false],
  ])('makes a digest or not: %s', (_given, changes, expected) => {
    expect(isDigest(source(changes))).toBe(expected);
  });
});

describe('making articles', () => {
  it('makes one article of each post of a feed', () => {
    const { id: _, createdAt: __, ...fields } = post(1);
    expect(makeArticles(source(), [post(1), post(2)])).toMatchObject([
      { ...fields, postIds: [1] },
      { postIds: [2] },
    ]);
  });

  it('leaves derived titles out of a digest', () => {
    const derived = {
      title: 'The first',
      body: 'The first post',
      details: { titleIsDerived: true } as const,
    };
    const [digest] = makeArticles(source({ aggregate: true }), [
      post(1, derived),
      post(2, { title: 'Two', body: 'b' }),
    ]);
    expect(digest?.body.split('\n')).toEqual(['The first post', '', 'Two', 'b']);
    expect(digest).not.toHaveProperty('details');
  });

  it('makes one digest of the posts of a timeline, in the order of time', () => {
    const [digest, ...more] = makeArticles(source({ type: 'twitter' }), [post(3), post(1), post(2)]);
    expect(more).toEqual([]);
    expect(digest).toEqual({
      title: 'News: 3 posts',
      url: 'https://news.example/3',
      author: 'ann',
      body: 'post 1\n\npost 2\n\npost 3',
      contentHtml: null,
      publishedAt: new Date(Date.UTC(2026, 0, 3)),
      postIds: [1, 2, 3],
    });
  });

  it('names no author for several, and puts posts without a time last', () => {
    const [digest] = makeArticles(source({ aggregate: true }), [
      post(9, { publishedAt: null, author: 'bob' }),
      post(1),
    ]);
    expect(digest).toMatchObject({ author: null, publishedAt: null, postIds: [1, 9] });
  });

  it('leaves a single post of a timeline as it is', () => {
    expect(makeArticles(source({ type: 'twitter' }), [post(1)])).toMatchObject([
      { body: 'post 1', postIds: [1] },
    ]);
  });
});

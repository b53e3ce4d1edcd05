import { describe, expect, it } from '@jest/globals';
import { type ArticleSource, isDigest, makeArticles, type SourcePost } from './make-articles.js';

const source = (changes: Partial<ArticleSource> = {}): ArticleSource => ({
  name: 'News',
  type: 'rss',
  host: 'news.example',
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
    ['a feed that wants to', { aggregate: true }, true],
    ['a timeline that does not', { type: 'twitter', aggregate: false }, false],
  ])('Given %s, when it is asked, then the answer is right', (_given, changes, expected) => {
    expect(isDigest(source(changes))).toBe(expected);
  });
});

describe('making articles', () => {
  it('Given posts of a feed, when articles are made, then each is its own', () => {
    const { id: _, createdAt: __, ...fields } = post(1);
    expect(makeArticles(source(), [post(1), post(2)])).toMatchObject([
      { ...fields, postIds: [1] },
      { postIds: [2] },
    ]);
  });

  it('Given posts of a timeline, when articles are made, then one digest has them in the order of time', () => {
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

  it('Given several authors or no time, when a digest is made, then it names none and they come last', () => {
    const [digest] = makeArticles(source({ aggregate: true }), [
      post(9, { publishedAt: null, author: 'bob' }),
      post(1),
    ]);
    expect(digest).toMatchObject({ author: null, publishedAt: null, postIds: [1, 9] });
  });

  it('Given one post of a timeline, when articles are made, then it stands for itself', () => {
    expect(makeArticles(source({ type: 'twitter' }), [post(1)])).toMatchObject([
      { body: 'post 1', postIds: [1] },
    ]);
  });
});

import { describe, expect, it } from '@jest/globals';
import { looksLikeArticle } from './article-link-score.js';

const link = (path: string, text: string, where = '') => ({
  url: new URL(path, 'https://news.example/'),
  text,
  inHeading: where.includes('heading'),
  inArticle: where.includes('article'),
  belowPage: where.includes('below'),
});

describe('looksLikeArticle', () => {
  it.each([
    ['/2026/03/01/boats', 'Boats came home today'],
    ['/boats-at-noon', 'Boats at noon, and nobody there'],
    ['/boats-at-noon', 'Boats at noon', 'article'],
    ['/boats', 'Boats', 'heading article'],
    ['/blog/boats', 'Boats', 'below'],
    ['/posts/why-boats', 'Why boats'],
    ['/news/10482213', 'Boats'],
    ['/?p=12', 'A post with no name', 'article'],
    ['/story.php?id=12', 'Boats', 'heading'],
    ['/index.php?id=4711', 'The ferry is late again'],
    ['/archives/the-boats', 'The boats', 'heading'],
    ['/articles/1', '最初の船が港に入ってきた朝'],
  ])('takes %s with the text "%s" %s for an article', (path, text, where = '') => {
    expect(looksLikeArticle(link(path, text, where))).toBe(true);
  });

  it.each([
    ['/', 'The front page of the news', 'heading article'],
    ['/boats-at-noon', '', 'heading article'],
    ['/about', 'Who we are and why', 'article'],
    ['/about-us', 'Who we are and why', 'heading article'],
    ['/privacy-policy', 'What we know about you', 'article'],
    ['/tag/boats-and-quays', 'All about boats and quays', 'heading article'],
    ['/category/boats-and-quays', 'All about boats and quays', 'article'],
    ['/author/ann-lee-smith', 'Ann Lee Smith', 'article'],
    ['/blog/page/2', 'Older posts', 'article below'],
    ['/login', 'Log in to read on', 'article'],
    ['/feed', 'Follow all of our posts', 'article'],
    ['/share?url=x-y-z', 'Tell all of your friends', 'article'],
    ['/2026/03', 'All posts of this March', 'article'],
    ['/archives/2026', 'All posts of this year', 'heading'],
    ['/files/report-of-the-port.pdf', 'Report of the port authority', 'heading article'],
    ['/boats', 'Boats'],
    ['/our-boats', 'Our boats'],
    ['/index.php?id=12', 'Our boats'],
  ])('does not take %s with the text "%s" %s for an article', (path, text, where = '') => {
    expect(looksLikeArticle(link(path, text, where))).toBe(false);
  });
});

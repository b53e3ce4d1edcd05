import { describe, expect, it } from '@jest/globals';
import { readableArticle } from './readable-article.js';

const SENTENCE = 'A sentence of an article, with commas, which is long enough to be taken for one.';
const pageOf = (paragraphs: number) =>
  `<title>News</title><article>${`<p>${SENTENCE}</p>`.repeat(paragraphs)}</article>`;

describe('readableArticle', () => {
  it('finds the article of a long page', () => {
    const article = readableArticle({ html: pageOf(500), url: 'https://news.example/1' });
    expect(article?.content.split(SENTENCE)).toHaveLength(501);
  });

  it('gives up at once on a page of very many elements', () => {
    expect(() => readableArticle({ html: pageOf(30_000), url: 'https://news.example/1' })).toThrow(
      'more than 50000 tags',
    );
  });
});

import { describe, expect, it } from '@jest/globals';
import { sampleText } from '../../poll/testing/sample-feed.js';
import type { ReadableArticle } from '../page/readable-article.js';
import { readArticle, summarizeArticle } from './read-article.js';

const TEXT = 'The harbour was quiet when the first boats came in. ';
const LONG = `<html><head><title>Boats</title></head><body><nav>Menu</nav><p>${TEXT.repeat(20)}</p></body></html>`;
const SUMMARY = { title: 'Boats', body: TEXT.repeat(20).slice(0, 500).trim(), contentHtml: null };
const ARTICLE: ReadableArticle = {
  title: 'Read',
  byline: 'By Ann',
  content: '<p>An article</p>',
  publishedTime: '2026-03-01',
};

const pageOf = (text: string, contentType = 'text/html') =>
  sampleText(text, { url: 'https://news.example/boats', contentType });

describe('an article', () => {
  it('is what readability made out', () => {
    expect(readArticle(pageOf(LONG), () => ARTICLE)).toMatchObject({
      guid: 'https://news.example/boats',
      url: 'https://news.example/boats',
      title: 'Read',
      body: 'An article',
      contentHtml: '<p>An article</p>',
      author: 'Ann',
      publishedAt: new Date('2026-03-01T00:00:00Z'),
    });
  });

  it.each<[string, () => ReadableArticle | null]>([
    [
      'throws',
      () => {
        throw new Error('no');
      },
    ],
    ['finds nothing', () => null],
    ['finds an article without text', () => ({ ...ARTICLE, content: '<p> </p>' })],
  ])('is the title and the first 500 characters, given readability that %s', (_given, readable) => {
    expect(readArticle(pageOf(LONG), readable)).toMatchObject(SUMMARY);
  });

  it.each([
    ['an empty page', '', 'https://news.example/boats', ''],
    ['a page with a title alone', '<title>Boats</title>', 'Boats', ''],
    ['a page that nests too deeply', `<title>A &amp; B</title>${'<b>'.repeat(300)}Text`, 'A & B', 'Text'],
    [
      'half a character at the end',
      `<p>${'x'.repeat(499)}🚢</p>`,
      'https://news.example/boats',
      'x'.repeat(499),
    ],
  ])('is a summary, given %s', (_given, text, title, body) => {
    expect(readArticle(pageOf(text), () => null)).toMatchObject({ title, body });
    expect(summarizeArticle(pageOf(text))).toMatchObject({ title, body });
  });

  it('is not made of anything but a web page', () => {
    const pdf = pageOf('%PDF-1.7', 'application/pdf');
    expect(readArticle(pdf, () => ARTICLE)).toBeNull();
    expect(summarizeArticle(pdf)).toBeNull();
  });
});

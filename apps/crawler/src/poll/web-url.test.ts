import { describe, expect, it } from '@jest/globals';
import { loggableUrl, parseUrl, parseWebUrl } from './web-url.js';

describe('reading URLs', () => {
  it('reads a URL with letters beyond ASCII a hundred thousand times', () => {
    const misread = Array.from({ length: 100_000 }, () => parseUrl('https://bücher.example/')).filter(
      (url) => !url,
    );
    expect(misread).toEqual([]);
  });

  it.each([
    ['https://news.example/feed', undefined, 'https://news.example/feed'],
    ['/feed', 'https://news.example/', 'https://news.example/feed'],
    ['//other.example/x', 'https://news.example/', 'https://other.example/x'],
    ['javascript:alert(1)', undefined, undefined],
    ['magnet:?xt=1', 'https://news.example/', undefined],
    ['/feed', undefined, undefined],
    ['https://', undefined, undefined],
  ])('reads %j relative to %j as %j', (text, base, expected) => {
    expect(parseWebUrl(text, base)?.href).toBe(expected);
  });
});

describe('loggableUrl', () => {
  it.each([
    ['https://news.example/feed?page=2', 'https://news.example/feed?page=2'],
    ['https://ann:s3cret@news.example/feed', 'https://news.example/feed'],
    ['https://ann@news.example/feed', 'https://news.example/feed'],
    ['https://:s3cret@news.example/feed', 'https://news.example/feed'],
    ['//ann:s3cret@news.example', '(not a URL)'],
    ['', '(not a URL)'],
    [null, '(not a URL)'],
  ])('shows %j as %j', (url, expected) => {
    expect(loggableUrl(url)).toBe(expected);
  });
});

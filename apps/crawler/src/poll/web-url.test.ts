import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { loggableUrl, parseUrl, parseWebUrl, webHref } from './web-url.js';

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

describe('webHref', () => {
  const part = fc.constantFrom(
    ...[
      'http://',
      'https://',
      'HTTPS://',
      'ftp://',
      'a',
      'b.c',
      'example.com',
      'xn--a',
      'xn--bcher-kva',
      '-a-',
      '.',
    ],
    ...[
      '1.2',
      'A',
      '/',
      '/',
      '..',
      '/.',
      '%2e',
      '%2E',
      '%41',
      '?',
      '#',
      '&amp;',
      '&',
      '=',
      '@',
      ':80',
      ':',
      '"',
      "'",
      ' ',
    ],
    ...['ü', '|', '^', '\\', '~', '(', '!', '*', '%', '\n', '[', '`'],
  );

  it.each([
    'https://news.example/',
    'https://news.example/a/b.html?c=d&e=%20#f',
    'https://news.example/a/../b',
    'https://NEWS.example',
    '/a',
  ])('is the same as by parsing: %s', (text) => {
    expect(webHref(text, 'https://base.example/x')).toBe(
      parseWebUrl(text, 'https://base.example/x')?.href ?? null,
    );
  });

  it('is the same as by parsing, for addresses of all kinds of parts', () => {
    const url = fc
      .tuple(
        fc.constantFrom('', 'http://', 'https://a.example/', 'https://'),
        fc.array(part, { maxLength: 8 }),
      )
      .map(([start, parts]) => start + parts.join(''));
    const same = fc.property(url, (text) => {
      expect(webHref(text, 'https://base.example/x')).toBe(
        parseWebUrl(text, 'https://base.example/x')?.href ?? null,
      );
    });
    fc.assert(same, { seed: 20260106, numRuns: 5000 });
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

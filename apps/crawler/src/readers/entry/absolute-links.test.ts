import { describe, expect, it } from '@jest/globals';
import { withAbsoluteLinks } from './absolute-links.js';

describe('withAbsoluteLinks', () => {
  it.each([
    ['<a href="b">', '<a href="https://example.com/a/b">'],
    ["<img src='/b.png'>", "<img src='https://example.com/b.png'>"],
    ['<img src=b.png>', '<img src="https://example.com/a/b.png">'],
    ['<img alt="x > y" src="b">', '<img alt="x > y" src="https://example.com/a/b">'],
    ['<A HREF="//c.example/d">', '<A HREF="https://c.example/d">'],
    ['<a href="?a=1&amp;b=2">', '<a href="https://example.com/a/?a=1&amp;b=2">'],
    ['<a href="#n">', '<a href="https://example.com/a/#n">'],
    ['<img srcset="b 1x, /c 2x">', '<img srcset="https://example.com/a/b 1x, https://example.com/c 2x">'],
    ['<img data-src="/b.png">', '<img data-src="https://example.com/b.png">'],
    ['<img data-srcset="/b 2x">', '<img data-srcset="https://example.com/b 2x">'],
    ['<a href \n= "b">', '<a href \n= "https://example.com/a/b">'],
    [
      '<a href="https://c.example/"><a href=" b">',
      '<a href="https://c.example/"><a href="https://example.com/a/b">',
    ],
    ['<img/src="b"/>', '<img/src="https://example.com/a/b"/>'],
  ])('makes the links of %j absolute: %j', (html, expected) => {
    expect(withAbsoluteLinks(`x ${html} y`, 'https://example.com/a/')).toBe(`x ${expected} y`);
  });

  it.each([
    '<a href="https://other.example/x?a=1&b=2">',
    '<a href="mailto:a@example.com">',
    '<img src="data:image/gif;base64,AA==">',
    '<a href="">',
    '<img data-src="true">',
    '<a href="http://[">',
    '<a title="href=b">',
    'a < b href="c"',
    '<a href="never closed',
    '</a href="b">',
  ])('leaves %j unchanged', (html) => {
    expect(withAbsoluteLinks(html, 'https://example.com/a/')).toBe(html);
  });
});

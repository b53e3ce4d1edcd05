import { describe, expect, it } from '@jest/globals';
import { toSafeHtml } from './safe-html.js';

describe('HTML for showing', () => {
  it.each([
    ['text and structure', '<p>Hello <b>you</b></p>', '<p>Hello <b>you</b></p>'],
    ['a script', '<p>a</p><script>alert(1)</script>', '<p>a</p>'],
    [
      'a handler',
      '<img src="https://a.example/x.png" onerror="alert(1)">',
      '<img src="https://a.example/x.png" />',
    ],
    [
      'a script as address',
      '<a href="javascript:alert(1)">x</a>',
      '<a rel="noopener noreferrer nofollow">x</a>',
    ],
    [
      'an address without a scheme',
      '<a href="//evil.example">x</a>',
      '<a rel="noopener noreferrer nofollow">x</a>',
    ],
    [
      'a link',
      '<a href="https://a.example" onclick="x()">x</a>',
      '<a href="https://a.example" rel="noopener noreferrer nofollow">x</a>',
    ],
    ['data as image', '<img src="data:text/html,x">', '<img />'],
    [
      'a frame, a form and a style',
      '<iframe src="https://a.example"></iframe><form></form><style>*{}</style>ok',
      'ok',
    ],
  ])('keeps only what is harmless of %s', (_given, html, expected) => {
    expect(toSafeHtml(html)).toBe(expected);
  });
});

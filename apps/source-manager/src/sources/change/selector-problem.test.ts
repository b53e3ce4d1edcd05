import { describe, expect, it } from '@jest/globals';
import { selectorProblem } from './selector-problem.js';

describe('the articleSelector of a source', () => {
  it.each([
    'a',
    'h2 > a',
    '.teaser a[href^="/news/"]',
    'main :is(h2, h3) a:not(.ad)',
    'li:nth-child(2n+1) a',
    'article:has(> h2) a:first',
    ':scope > a',
  ])('is valid, given %s', (articleSelector) => {
    expect(selectorProblem(articleSelector)).toBeNull();
  });

  it.each([
    'a:nosuch',
    'p a:not(:nosuch)',
    'li:nth-child(odds) a',
    'a[href="',
    'a:nth-child(',
    'h2 >',
    'a,, b',
    '//h2/a',
    '<a>',
    'a { color: red }',
  ])('is reported as invalid, given %s', (articleSelector) => {
    expect(selectorProblem(articleSelector)).toMatch(/^is not a CSS selector: ./);
  });
});

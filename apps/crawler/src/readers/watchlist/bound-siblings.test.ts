import { describe, expect, it } from '@jest/globals';
import { type CheerioAPI, load } from 'cheerio/slim';
import { withBoundedSiblings } from './bound-siblings.js';

const pageOf = (links: number) => load(`<main>${'<a href="b">c</a>'.repeat(links)}</main>`);
const MANY = 60_000;
const lengthOf = ($: CheerioAPI, selector: string) =>
  withBoundedSiblings($, selector, (page) => page(selector).length);

describe('withBoundedSiblings', () => {
  it.each(['a ~ a', 'a + a', 'a:nth-child(2n+1)', 'a:nth-last-child(2)', 'nosuch ~ a ~ a'])(
    'finds what is there on an ordinary page, given %s',
    (selector) => {
      const $ = pageOf(200);
      const plain = $(selector).length;
      expect(lengthOf($, selector)).toBe(plain);
    },
  );

  it.each([
    'nosuch ~ a ~ a',
    'a:nth-last-child(2n+1)',
    'a:nth-of-type(3)',
    'a:not(nosuch ~ a)',
    'a:has(~ nosuch)',
  ])('gives up on a page of very many siblings, given %s', (selector) => {
    const $ = pageOf(MANY);
    expect(() => lengthOf($, selector)).toThrow('too many elements');
    // The page is as it was.
    expect($('main').children()).toHaveLength(MANY);
  });

  it('reads a page of very many siblings with a selector that does not compare them', () => {
    const $ = pageOf(MANY);
    expect(lengthOf($, 'main > a[href]')).toBe(MANY);
  });
});

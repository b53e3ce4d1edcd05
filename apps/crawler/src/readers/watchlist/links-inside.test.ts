import { describe, expect, it } from '@jest/globals';
import { load } from 'cheerio/slim';
import { createLinksInside } from './links-inside.js';

function hrefsIn(html: string, linksInside = createLinksInside()): (string | undefined)[] {
  const [main] = load(html)('main').toArray();
  return main ? linksInside(main).map(({ attribs }) => attribs.href) : [];
}

describe('the links inside an element', () => {
  it('are those with an address, in the order of the page', () => {
    const html =
      '<a href="0"></a><main><p><a href="1">x</a></p><a>y</a><b><i><a href="2"></a></i></b><a href="3"></a>';
    expect(hrefsIn(html)).toEqual(['1', '2', '3']);
  });

  it('are only the first, given very many', () => {
    expect(hrefsIn(`<main>${'<a href="1"></a>'.repeat(100_000)}</main>`)).toHaveLength(50);
  });

  it('are given up when all elements together have too much inside', () => {
    const linksInside = createLinksInside(1500);
    const html = `<main>${'<p></p>'.repeat(1000)}</main>`;
    expect(hrefsIn(html, linksInside)).toEqual([]);
    expect(() => hrefsIn(html, linksInside)).toThrow('too many elements inside');
  });
});

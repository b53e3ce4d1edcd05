import { describe, expect, it } from '@jest/globals';
import { namespaceCost } from './namespace-cost.js';

const declared = (count: number) =>
  Array.from({ length: count }, (_, index) => ` xmlns:p${index}="urn:${index}"`).join('');

describe('namespaceCost', () => {
  it.each([
    ['few declarations', `<rss${declared(20)}>${'<item/>'.repeat(1000)}</rss>`, 0],
    ['many on the root', `<rss${declared(100)}><item></item><item/></rss>`, 300],
    ['many in elements that end', `<rss>${`<a${declared(10)}/>`.repeat(10)}<item/></rss>`, 100],
    ['many in elements that close', `<rss>${`<a${declared(10)}></a>`.repeat(10)}<item/></rss>`, 100],
    ['many in comments', `<rss><!--${declared(100)}--><item/></rss>`, 0],
  ])('is as documents with %s are', (_given, xml, cost) => {
    expect(namespaceCost(xml)).toBe(cost);
  });
});

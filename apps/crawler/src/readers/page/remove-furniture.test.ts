import { describe, expect, it } from '@jest/globals';
import { load } from 'cheerio/slim';
import { foldSpace } from '../entry/html-text.js';
import { removeFurniture } from './remove-furniture.js';

const TEXT =
  'The harbour was quiet when the first boats came in, and nobody on the quay had expected them before noon.';

function left(html: string): string {
  const $ = load(`<html><body>${html}</body></html>`);
  removeFurniture($);
  return foldSpace($('body').text());
}

describe('removeFurniture', () => {
  it.each([
    [
      'a caption',
      `<figure><img src="a.jpg"><figcaption>The quay. Photo: Ann</figcaption></figure><p>${TEXT}</p>`,
    ],
    ['a share bar', `<p>${TEXT}</p><div class="share-bar">Tell your friends</div>`],
    ['a pull quote', `<p>${TEXT}</p><aside>“The harbour was quiet”</aside>`],
    ['a newsletter form', `<p>${TEXT}</p><div id="newsletter-box">Our evening letter</div>`],
    [
      'a teaser between paragraphs',
      `<p>${TEXT}</p><p>Read also: <a href="/2">Why the boats of the north are blue</a></p>`,
    ],
    ['a footnote mark', `<p>${TEXT}<sup>[12]</sup></p>`],
    ['comments longer than the article', `<p>${TEXT}</p><div class="comments"><p>${TEXT}${TEXT}</p></div>`],
  ])('removes %s', (_what, html) => {
    expect(left(html)).toBe(TEXT);
  });

  it.each([
    [
      'the text, given a misleading name',
      `<div class="sidebar comments footer"><p>${TEXT}</p></div><a href="/">Home</a>`,
    ],
    ['an exponent', `<p>${TEXT} It is 9 m<sup>two</sup>.</p>`],
    ['a link within a sentence', `<p>${TEXT} See <a href="/x">the list</a>, which is long and dull.</p>`],
    ['the line with the author', `<p>${TEXT}</p><div class="entry-meta"><a href="/ann">Ann Lee</a></div>`],
    [
      'a name in which such a word is only a part',
      `<div class="shareholders"><p>Few came.</p></div><p>${TEXT}</p>`,
    ],
  ])('keeps %s', (_what, html) => {
    expect(left(html)).toBe(foldSpace(load(html).text()));
  });

  it('ends soon, given a hundred thousand blocks of links', () => {
    expect(left(`<p>${TEXT}</p>${'<div><a href="/">Home</a></div>'.repeat(100_000)}`)).toBe(TEXT);
  });
});

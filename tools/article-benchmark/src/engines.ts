import { Readability } from '@mozilla/readability';
import { load } from 'cheerio';
import { Defuddle } from 'defuddle/node';
import { parseHTML } from 'linkedom';
import { mainBlockHtml, removeNoise } from '../../../apps/crawler/dist/readers/page/main-block.js';
import { readableArticle } from '../../../apps/crawler/dist/readers/page/readable-article.js';
import { removeFurniture } from '../../../apps/crawler/dist/readers/page/remove-furniture.js';
import { extractWebsite } from '../../../apps/crawler/dist/readers/website/extract-website.js';

/** Takes a page, gives the text of its article. */
export type Engine = (html: string) => string | Promise<string>;

const PAGE_URL = 'https://news.example/2026/03/01/story';

/** The crawler's engine first, then its parts and what else was tried. */
export const ENGINES: Record<string, Engine> = {
  'the crawler: readability without furniture, checked by the largest block': (html) =>
    textOf(readableArticle({ html, url: PAGE_URL })?.content ?? ''),
  'the crawler, websites: the same, or the largest block where that says more': async (html) => {
    const page = { url: PAGE_URL, contentType: 'text/html', text: html };
    const reading = await extractWebsite(page);
    return reading.kind === 'entries' ? textOf(reading.entries[0]?.contentHtml ?? '') : '';
  },
  'largest block without furniture': (html) => largestBlock(html, true),
  'readability without furniture': (html) => readability(html, true),
  defuddle: async (html) => {
    const { document } = parseHTML(load(html).html());
    return textOf((await Defuddle(document, PAGE_URL)).content);
  },
  'largest block': (html) => largestBlock(html, false),
  readability: (html) => readability(html, false),
};

function readability(html: string, clean: boolean): string {
  const $ = load(html);
  if (clean) {
    removeNoise($);
    removeFurniture($);
  }
  return textOf(new Readability(parseHTML($.html()).document).parse()?.content ?? '');
}

function largestBlock(html: string, clean: boolean): string {
  const $ = load(html);
  removeNoise($);
  if (clean) removeFurniture($);
  return textOf(mainBlockHtml($));
}

/** HTML as words: what stands in separate elements is apart. */
function textOf(html: string): string {
  const $ = load(html);
  $('script, style').remove();
  $('*').append(' ').prepend(' ');
  return $('body').text();
}

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { sampleText } from '../src/poll/testing/sample-feed.js';
import { findArticleLinks } from '../src/readers/watchlist/find-article-links.js';
import { readArticle } from '../src/readers/watchlist/read-article.js';
import { extractWebsite } from '../src/readers/website/extract-website.js';

const PAGES = join(import.meta.dirname, 'pages');
const texts = readdirSync(PAGES)
  .filter((file) => file.endsWith('.html'))
  .map((file) => readFileSync(join(PAGES, file), 'utf8'))
  .filter((text) => text.length < 5000);
// biome-ignore format: a list of words
const PIECES = [
  '<', '>', '</', '<!--', '-->', '<![CDATA[', '<?', '"', "'", '&', '&#0;', '&#xD800;', '\0', '\uD83D', '=', ' href=',
  '<a href="//">', '<a href="http://[">', '<base href="::">', '<base href="http://">', '<script>', '<title>', '<p>',
  '<table><td>', '</table>', '<svg>', '<template>', '<article>', '</article>', '<main>', '<frameset>', '<plaintext>',
  '<textarea>', '<select>', '<html>', '</html>', '<body>', '<div hidden>', '<time datetime="2026-13-45">',
  '<meta property="article:published_time" content="0000-00-00">', '<link rel=canonical href="http://">',
  '<script type="application/ld+json">{"@context":"https://schema.org","@type":"Article","author":[null]}</script>',
];

const mutation = fc.record({
  at: fc.nat(5000),
  cut: fc.nat(60),
  piece: fc.constantFrom('', ...PIECES),
  times: fc.nat(3),
});
const page = fc
  .record({
    text: fc.constantFrom(...texts),
    mutations: fc.array(mutation, { minLength: 1, maxLength: 8 }),
    contentType: fc.constantFrom(null, 'text/html', 'application/xhtml+xml', 'text/plain'),
  })
  .map(({ text, mutations, contentType }) => {
    const mutated = mutations.reduce((rest, { at, cut, piece, times }) => {
      const from = at % (rest.length + 1);
      return rest.slice(0, from) + piece.repeat(times) + rest.slice(from + cut);
    }, text);
    return sampleText(mutated, { contentType });
  });

describe('pages nobody would write', () => {
  it('reads any damaged page as one post or a failure', async () => {
    const extract = extractWebsite;
    await fc.assert(
      fc.asyncProperty(page, async (damaged) => {
        const result = await extract(damaged);
        if (result.kind === 'failed') return expect(result.fact).toHaveProperty('detail');
        expect(result.entries).toHaveLength(1);
        expect(result.entries[0]?.body).not.toBe('');
      }),
      { numRuns: 3000 },
    );
  });

  it('finds only web addresses on any damaged page, each once', async () => {
    const find = findArticleLinks;
    const selector = fc.oneof(
      fc.constant(null),
      fc.constantFrom('a', 'article', '*'),
      fc.string({ maxLength: 8 }),
    );
    await fc.assert(
      fc.asyncProperty(page, selector, async (damaged, by) => {
        const result = find(damaged, by);
        if (result.kind === 'failed') return;
        expect(new Set(result.urls).size).toBe(result.urls.length);
        for (const url of result.urls)
          expect(new URL(url)).toMatchObject({
            protocol: /^https?:$/.exec(new URL(url).protocol)?.[0],
            hash: '',
          });
      }),
      { numRuns: 3000 },
    );
  });

  it('reads any damaged page as an article, or as no web page', async () => {
    await fc.assert(
      fc.asyncProperty(page, async (damaged) => {
        const entry = readArticle(damaged);
        if (entry) expect(entry.title).toBeTruthy();
      }),
      { numRuns: 300 },
    );
  });
});

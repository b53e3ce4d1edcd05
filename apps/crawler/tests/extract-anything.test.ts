import { readdirSync, readFileSync } from 'node:fs';
import { decodeText } from '@feedwarden/decode-text';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { Entry } from '../src/poll/outcome.js';
import { extractFeed } from '../src/readers/feed/extract-feed.js';

/** One number for all runs: what failed yesterday fails again today. */
const SEED = 20260102;
const FOLDER = new URL('./corpus/feeds/', import.meta.url);
const MINUTES = 3 * 60_000;

const corpus = readdirSync(FOLDER)
  .filter((file) => !file.endsWith('.expected.json'))
  .map((file) => readFileSync(new URL(file, FOLDER)));
const extract = extractFeed;

describe('whatever a server sends', () => {
  it.each<[string, number, fc.Arbitrary<Buffer>]>([
    ['any bytes', 5_000, anyBytes()],
    ['a feed with some bytes changed', 6_000, changed()],
    ['a feed that was cut and glued', 6_000, glued()],
    ['soup of tags', 4_000, soup()],
    ['JSON of a wrong shape', 1_500, wrongJson()],
  ])(
    'ends in entries or a failure for %s (%d times)',
    async (_given, numRuns, anything) => {
      const contentTypes = fc.constantFrom(
        null,
        'text/xml',
        'text/xml; charset=shift_jis',
        'text/html; charset=utf-16',
      );
      const always = fc.asyncProperty(anything, contentTypes, async (bytes, contentType) => {
        checkResult(await read(bytes, contentType));
      });
      await fc.assert(always, { seed: SEED, numRuns });
    },
    MINUTES,
  );

  it.each<[string, string]>([
    ['nested elements', '<a>'.repeat(400_000)],
    ['nested entries', '<item>'.repeat(20_000)],
    ['nested texts', '<description>'.repeat(100_000)],
    ['nested texts that close', '<item><content><content>x</content>'.repeat(10_000)],
    ['entries', '<item><title>x</title></item>'.repeat(10_000)],
    ['one long attribute', `<item a="${'x'.repeat(2_000_000)}"/>`],
    ['many attributes', `<item ${Array.from({ length: 30_000 }, (_, index) => `a${index}="1"`).join(' ')}/>`],
    ['one long name', `<${'x'.repeat(2_000_000)}>`],
    ['one long text', `<item><title>${'x'.repeat(4_000_000)}</title></item>`],
    ['ampersands', `<item><title>${'&'.repeat(1_000_000)}</title></item>`],
    ['references', `<item><title>${'&lt;'.repeat(500_000)}</title></item>`],
    ['tags in a title', `<item><title>${'&lt;b '.repeat(300_000)}</title></item>`],
    ['open comments', '<!--'.repeat(500_000)],
    ['open CDATA', '<![CDATA['.repeat(200_000)],
    ['instructions', '<?'.repeat(500_000)],
    ['doctypes', '<!DOCTYPE ['.repeat(200_000)],
    ['quotes', `<item><description>${'&lt;a href="'.repeat(150_000)}</description></item>`],
    ['addresses', `<item><description>${'&lt;a href="x"&gt;'.repeat(50_000)}</description></item>`],
    [
      'prefixes',
      Array.from({ length: 10_000 }, (_, index) => `<p${index}:a xmlns:p${index}="urn:${index}"/>`).join(''),
    ],
    [
      'HTML hidden in CDATA',
      `<item><description><![CDATA[<![CDATA[${'<div>'.repeat(200_000)}]]></description></item>`,
    ],
    [
      'HTML hidden in an instruction',
      `<item><description>&lt;?${'&lt;p&gt;&lt;b&gt;'.repeat(100_000)}</description></item>`,
    ],
    ['white space', ' '.repeat(4_000_000)],
    ['a long date', `<item><pubDate>${'1 Jan '.repeat(300_000)}</pubDate></item>`],
    ['a long author', `<item><author>${'a@b ('.repeat(300_000)}</author></item>`],
    ['signs of an address', `<item><author>${'a@'.repeat(300_000)}</author></item>`],
    ['escaped line breaks', `<item><description>${'&amp;lt;br '.repeat(200_000)}</description></item>`],
    ['a namespace', `<feed xmlns="${'atom'.repeat(300_000)}`],
    ['parentheses', `<item><pubDate>${'('.repeat(500_000)}</pubDate></item>`],
  ])(
    'finishes reading megabytes of %s',
    async (_given, text) => {
      const roots = ['', '<rss version="2.0"><channel>', '<feed xmlns="http://www.w3.org/2005/Atom">'];
      for (const root of roots) checkResult(await read(Buffer.from(root + text), null));
    },
    MINUTES,
  );
});

function read(bytes: Buffer, contentType: string | null) {
  const text = decodeText(bytes, contentType);
  const url = 'https://example.com/feed';
  return extract({ url, contentType, text });
}

function checkResult(result: Awaited<ReturnType<typeof extract>>): void {
  if (result.kind === 'failed') expect(['not_a_feed', 'malformed']).toContain(result.fact.kind);
  else for (const entry of result.entries) expect(faultOf(entry)).toBeNull();
}

function faultOf(entry: Entry): string | null {
  const texts = [entry.guid, entry.url, entry.title, entry.body, entry.contentHtml, entry.author];
  if (!entry.guid || Buffer.byteLength(entry.guid) > 1024) return 'guid';
  if (!/^[0-9a-f]{64}$/.test(entry.contentHash)) return 'contentHash';
  if (entry.url !== null && !/^https?:\/\/[^/]/.test(new URL(entry.url).href)) return 'url';
  if (texts.some((text) => text !== null && /\0|\p{Surrogate}/u.test(text))) return 'characters';
  if (entry.publishedAt !== null && Number.isNaN(entry.publishedAt.getTime())) return 'publishedAt';
  return entry.title === '' || entry.author === '' ? 'blank' : null;
}

function anyBytes(): fc.Arbitrary<Buffer> {
  const begins = fc.constantFrom(
    '',
    '<rss>',
    '<feed>',
    '{"version":',
    '<?xml version="1.0" encoding="',
    '\uFEFF',
  );
  return fc
    .tuple(begins, fc.uint8Array({ maxLength: 300 }))
    .map(([begin, bytes]) => Buffer.concat([Buffer.from(begin), bytes]));
}

function changed(): fc.Arbitrary<Buffer> {
  const change = fc.record({ at: fc.nat(), byte: fc.oneof(fc.integer({ min: 0, max: 255 }), telling()) });
  return fc.tuple(feed(), fc.array(change, { minLength: 1, maxLength: 30 })).map(([bytes, changes]) => {
    const copy = Buffer.from(bytes);
    for (const { at, byte } of changes) if (copy.length > 0) copy[at % copy.length] = byte;
    return copy;
  });
}

/** The bytes that mean something to a parser. */
function telling(): fc.Arbitrary<number> {
  return fc.constantFrom(...Buffer.from('<>&;"\'/=![]{}:#- \n\0'));
}

function glued(): fc.Arbitrary<Buffer> {
  const piece = fc
    .tuple(feed(), fc.nat(), fc.nat(), fc.integer({ min: 1, max: 3 }))
    .map(([bytes, from, length, times]) => {
      const start = from % (bytes.length + 1);
      const part = bytes.subarray(start, start + (length % 600));
      return Buffer.concat(Array.from({ length: times }, () => part));
    });
  const whole = fc.tuple(feed(), fc.nat()).map(([bytes, end]) => bytes.subarray(0, end % (bytes.length + 1)));
  return fc
    .tuple(whole, fc.array(piece, { maxLength: 4 }))
    .map(([begin, pieces]) => Buffer.concat([begin, ...pieces]));
}

function soup(): fc.Arbitrary<Buffer> {
  const names =
    'rss channel item title link guid description content:encoded pubDate dc:creator feed entry id content author name xhtml:div b br __proto__ constructor toString @ #'.split(
      ' ',
    );
  const name = fc.constantFrom(...names);
  const token = fc.oneof(
    name.map((one) => `<${one}>`),
    name.map((one) => `</${one}>`),
    name.map((one) => `<${one} type="xhtml" href="x" xml:base="//[" isPermaLink='false'>`),
    fc.constantFrom(
      '<![CDATA[',
      ']]>',
      '<!--',
      '-->',
      '&',
      '&lt;',
      '&#0;',
      '&#xD800;',
      '&#x110000;',
      '<',
      '>',
      '"',
      ' ',
      '<?',
      '?>',
      '\0',
      '\ud800',
    ),
    fc.string({ maxLength: 8 }),
    fc.constantFrom('https://example.com/a', 'http://[', '2026-01-02', 'Fri, 99 Xxx', 'javascript:x'),
  );
  const roots = fc.constantFrom(
    '<rss><channel>',
    '<feed>',
    '<rdf:RDF>',
    '<channel>',
    '<a:feed xmlns:a="http://www.w3.org/2005/Atom">',
  );
  return fc
    .tuple(roots, fc.array(token, { maxLength: 60 }))
    .map(([root, tokens]) => Buffer.from(root + tokens.join('')));
}

function wrongJson(): fc.Arbitrary<Buffer> {
  const item = fc.dictionary(
    fc.constantFrom(
      'id',
      'url',
      'title',
      'content_html',
      'content_text',
      'author',
      'authors',
      'date_published',
      'attachments',
      '__proto__',
    ),
    fc.jsonValue({ maxDepth: 3 }),
  );
  return fc
    .array(fc.oneof(item, fc.jsonValue()), { maxLength: 6 })
    .map((items) =>
      Buffer.from(JSON.stringify({ version: 'https://jsonfeed.org/version/1.1', title: 'T', items })),
    );
}

function feed(): fc.Arbitrary<Buffer> {
  return fc.constantFrom(...corpus);
}

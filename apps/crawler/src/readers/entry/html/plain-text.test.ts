import { describe, expect, it } from '@jest/globals';
import { load } from 'cheerio/slim';
import fc from 'fast-check';
import { foldSpace } from '../html-text.js';
import { BLOCKS, INVISIBLE } from './elements.js';
import { parsedText } from './parsed-text.js';
import { plainText } from './plain-text.js';

const RUNS = Number(process.env.HTML_FUZZ ?? 2000);
const MINUTES = Math.max(2, RUNS / 1000) * 60_000;
const NAMES =
  'a b p br hr img div span ul li ol dl dt dd table thead tbody tfoot tr th td h1 pre em blockquote section figure source wbr';
const ODD_NAMES = 'script style title svg math textarea select option button iframe template x-y P o:p';
const ATTRIBUTES = [
  '',
  ' class="x"',
  " a='<b>'",
  ' href="a>b"',
  ' hidden',
  ' /',
  ' a=b',
  ' a = "b"',
  '\n c="d"',
  ' "',
];
const TEXTS = [
  ...[
    'word',
    ' ',
    '\n',
    '\u00A0',
    'é',
    ' two  words ',
    '&amp;',
    '&lt;p&gt;',
    '&nbsp;',
    '&mdash;',
    '&#8217;',
    '&#x27;',
  ],
  ...[
    '&',
    '& ',
    '&copy',
    '&copy=1',
    '&#0;',
    '&#xD800;',
    '&bogus;',
    '&notit;',
    '1 < 2',
    '<3',
    '>',
    '"',
    '\u2028',
    '😀',
  ],
  ...[
    '<!-- x -->',
    '<!--<b>-->',
    '<!-->',
    '<!--->x-->',
    '<!-- a -- b -->',
    '<!--x--!>',
    '<?php x ?>',
    '<![CDATA[x]]>',
    '<!x>',
  ],
];

const nameOf = fc.constantFrom(...NAMES.split(' '), ...NAMES.split(' '), ...ODD_NAMES.split(' '));
const tag = fc
  .tuple(
    nameOf,
    fc.constantFrom('', '', '/'),
    fc.constantFrom(...ATTRIBUTES),
    fc.constantFrom('>', '>', '>', '/>', ' >', ''),
  )
  .map(
    ([name, slash, attributes, end]) =>
      `<${slash}${name}${slash ? attributes.slice(0, 1) : attributes}${end}`,
  );
const html = fc
  .array(fc.oneof(tag, fc.constantFrom(...TEXTS)), { maxLength: 20 })
  .map((parts) => parts.join(''));
const plainTag = fc
  .tuple(fc.constantFrom(...NAMES.split(' ')), fc.constantFrom('', '/'), fc.constantFrom(' a="b"', '', ''))
  .map(([name, slash, attributes]) => (slash ? `</${name}>` : `<${name}${attributes}>`));
const plainHtml = fc
  .array(fc.oneof(plainTag, fc.constantFrom('x', ' ', '&amp;', '&nbsp;', '<!-- x -->')), { maxLength: 30 })
  .map((parts) => parts.join(''));

describe('the text of HTML', () => {
  it.each([
    ['any HTML', html],
    ['HTML as most feeds have it', plainHtml],
  ])(
    'is the same in one pass as with the parser, or left to it: %s',
    (_how, someHtml) => {
      let read = 0;
      const same = fc.property(someHtml, (written) => {
        const text = plainText(written);
        if (text === null) return;
        read += 1;
        expect(foldSpace(text)).toBe(foldSpace(parsedText(written)));
      });
      fc.assert(same, { seed: 20260103, numRuns: RUNS });
      expect(read).toBeGreaterThan(RUNS / 20);
    },
    MINUTES,
  );

  it('is the same by the events of the parser as in its document', () => {
    const same = fc.property(html, (written) => {
      expect(foldSpace(parsedText(written))).toBe(foldSpace(documentText(written)));
    });
    fc.assert(same, { seed: 20260104, numRuns: RUNS });
  }, 60_000);

  it('is read in one pass for the HTML of most feeds', () => {
    const written =
      '<p>One <a href="/x">link</a> &amp; more&#8217;s.</p>\n<ul><li>a<li>b</ul><br/><img src="x" />end';
    expect(foldSpace(plainText(written) ?? '')).toBe('One link & more’s. a b end');
  });

  it('is complete, given megabytes of small elements', () => {
    const count = 2_000_000;
    // A search across the rest of the document for each of them would take minutes.
    expect(plainText('<b>x</b>'.repeat(count))).toHaveLength(count);
  });

  it('leaves deep nesting to others', () => {
    expect(plainText('<div>'.repeat(600))).toBeNull();
  });
});

/** With a document in between, as a reader of documents would do it. */
function documentText(written: string): string {
  type Node = { type: string; data?: string; name?: string; children?: Node[] };
  const textOf = (node: Node): string => {
    if (node.type === 'text') return node.data ?? '';
    if (!node.children || INVISIBLE.has(node.name ?? '')) return '';
    const gap = BLOCKS.has(node.name ?? '') ? ' ' : '';
    return gap + node.children.map(textOf).join('') + gap;
  };
  return textOf(load(written, null, false).root().get(0) as unknown as Node);
}

import { describe, expect, it } from '@jest/globals';
import { unescapedTwice } from './escaped-html.js';

describe('unescapedTwice', () => {
  it.each([
    ['HTML that is still escaped', '&lt;p&gt;a &amp;amp; b&lt;/p&gt;', '<p>a &amp; b</p>'],
    ['an escaped picture', 'a &lt;img src=&quot;b&quot; /&gt;', 'a <img src="b" />'],
    ['HTML', '<p>a</p>', '<p>a</p>'],
    ['HTML about HTML', '<p>&lt;b&gt;a&lt;/b&gt;</p>', '<p>&lt;b&gt;a&lt;/b&gt;</p>'],
    ['a text about a tag', 'The &lt;b&gt; tag', 'The &lt;b&gt; tag'],
    ['arithmetic', '1 &lt; 2 &gt; 0', '1 &lt; 2 &gt; 0'],
  ])(
    'Given %s, When it is looked at, Then it is unescaped only if it was meant to be',
    (_given, html, expected) => {
      expect(unescapedTwice(html)).toBe(expected);
    },
  );
});

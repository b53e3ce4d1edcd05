import { describe, expect, it } from '@jest/globals';
import { quoteMarkup } from './quote-markup.js';

describe('quoteMarkup', () => {
  it.each([
    ['a text without markup', '<title>a &lt;b&gt; c</title>'],
    ['a text in CDATA', '<description><![CDATA[<p>a</p>]]></description>'],
    ['an empty text', '<content src="x"/><content></content>'],
    ['markup that is no text', '<author><name>Ann</name></author>'],
    ['a text that never ends', '<description><p>a'],
    ['a text that an entry ends', '<item><description>a <b>b</b></item><item><title>c</title></item>'],
    ['entries that are closed', '<item></item><item></item>'],
  ])('leaves %s unchanged', (_given, xml) => {
    expect(quoteMarkup(xml)).toBe(xml);
  });

  it.each([
    ['elements', '<title>a <b>b</b></title>', '<title type="xhtml"><![CDATA[a <b>b</b>]]></title>'],
    [
      'elements with a type',
      '<summary type="html">a<br/></summary>',
      '<summary type="html"><![CDATA[a<br/>]]></summary>',
    ],
    [
      'XHTML with escapes',
      '<content type="xhtml"><div>a &lt; b</div></content>',
      '<content type="xhtml"><![CDATA[<div>a &lt; b</div>]]></content>',
    ],
    [
      'XHTML with CDATA',
      '<content type="xhtml"><p><![CDATA[a < b]]></p></content>',
      '<content type="xhtml"><![CDATA[<p>a &lt; b</p>]]></content>',
    ],
    [
      'HTML in CDATA and beside it',
      '<description><![CDATA[<p>a</p>]]><br/></description>',
      '<description type="xhtml"><![CDATA[<p>a</p><br/>]]></description>',
    ],
    [
      'a text of the same name inside',
      '<content type="x"><content>a</content><b/></content>',
      '<content type="x"><![CDATA[<content>a</content><b/>]]></content>',
    ],
    [
      'an entry that was not closed',
      '<item><title>a</title><item><title>b</title></item>',
      '<item><title>a</title></item><item><title>b</title></item>',
    ],
  ])('quotes %s', (_given, xml, expected) => {
    expect(quoteMarkup(xml)).toBe(expected);
  });
});

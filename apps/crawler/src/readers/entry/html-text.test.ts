import { describe, expect, it } from '@jest/globals';
import { htmlToText, titleText, unescapedTwice } from './html-text.js';

describe('htmlToText', () => {
  it.each([
    ['plain text', 'Hello  world\n', 'Hello world'],
    ['inline elements', 'He<b>ll</b>o <i>world</i>', 'Hello world'],
    ['blocks', '<p>One</p><p>Two</p>', 'One Two'],
    ['line breaks', 'One<br>Two<br/>Three', 'One Two Three'],
    ['a table', '<table><tr><td>a</td><td>b</td></tr></table>', 'a b'],
    ['a list', '<ul><li>a<li>b</ul>', 'a b'],
    ['entities', 'AT&amp;T &eacute; &#8364; &nbsp; &lt;b&gt;', 'AT&T é € <b>'],
    ['scripts and styles', 'a<script>x < 1</script><style>p{}</style><template><p>t</p></template>b', 'ab'],
    ['comments', 'a<!-- not this -->b', 'ab'],
    ['arithmetic', '1 < 2 and 3 > 2', '1 < 2 and 3 > 2'],
    ['unclosed elements', '<div><p>One<p>Two', 'One Two'],
    ['nothing', '<img src="a.png">', ''],
  ])('reads the text of %s', (_given, html, expected) => {
    expect(htmlToText(html)).toBe(expected);
  });

  it('keeps the text inside hundreds of thousands of nested elements', () => {
    expect(htmlToText(`${'<div>'.repeat(300_000)}deep &amp; quick`)).toBe('deep & quick');
    expect(htmlToText(`${'<div>'.repeat(1000)}<script>not this</script>deep`)).toBe('deep');
    expect(htmlToText(`${'<br>'.repeat(300_000)}wide`)).toBe('wide');
  });
});

describe('titleText', () => {
  it.each([
    ['Plain', 'Plain'],
    ['<b>Bold</b> &amp; strong', 'Bold & strong'],
    ['Vec<T> explained', 'Vec<T> explained'],
    ['AT&amp;T', 'AT&T'],
    ['a < b', 'a < b'],
    ['if a<b && c>d', 'if a<b && c>d'],
  ])('reads the title %j as %j', (title, expected) => {
    expect(titleText(title)).toBe(expected);
  });
});

describe('unescapedTwice', () => {
  it.each([
    ['HTML that is still escaped', '&lt;p&gt;a &amp;amp; b&lt;/p&gt;', '<p>a &amp; b</p>'],
    ['an escaped picture', 'a &lt;img src=&quot;b&quot; /&gt;', 'a <img src="b" />'],
    ['HTML', '<p>a</p>', '<p>a</p>'],
    ['HTML about HTML', '<p>&lt;b&gt;a&lt;/b&gt;</p>', '<p>&lt;b&gt;a&lt;/b&gt;</p>'],
    ['a text about a tag', 'The &lt;b&gt; tag', 'The &lt;b&gt; tag'],
    ['arithmetic', '1 &lt; 2 &gt; 0', '1 &lt; 2 &gt; 0'],
  ])('unescapes only what was escaped twice: %s', (_given, html, expected) => {
    expect(unescapedTwice(html)).toBe(expected);
  });
});

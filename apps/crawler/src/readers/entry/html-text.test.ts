import { describe, expect, it } from '@jest/globals';
import { htmlToText } from './html-text.js';
import { titleText } from './title-text.js';

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
  ])('Given %s, When it is read, Then markup is gone and words stand apart', (_given, html, expected) => {
    expect(htmlToText(html)).toBe(expected);
  });

  it('Given hundreds of thousands of nested elements, When they are read, Then the text is kept', () => {
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
  ])('Given the title %j, When it is read, Then it is %j', (title, expected) => {
    expect(titleText(title)).toBe(expected);
  });
});

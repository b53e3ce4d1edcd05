import { describe, expect, it } from '@jest/globals';
import { mendReferences } from './mend-references.js';

describe('mendReferences', () => {
  it.each([
    ['R&D</title>', 'R&amp;D</title>'],
    ['a & b && c', 'a &amp; b &amp;&amp; c'],
    ['?a=1&copy=2', '?a=1&amp;copy=2'],
    ['&#; &#x; &#xZZ;', '&amp;#; &amp;#x; &amp;#xZZ;'],
    ['a&#0;b&#x00;c', 'abc'],
    ['&amp; &eacute; &#233; &#xE9; &unknown;', '&amp; &eacute; &#233; &#xE9; &unknown;'],
    ['<![CDATA[a & b]]> & c', '<![CDATA[a & b]]> &amp; c'],
    ['<![CDATA[a & b', '<![CDATA[a & b'],
  ])('Given %j, When references are mended, Then it is %j', (xml, expected) => {
    expect(mendReferences(xml)).toBe(expected);
  });
});

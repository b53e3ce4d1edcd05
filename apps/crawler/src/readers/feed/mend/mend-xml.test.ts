import { describe, expect, it } from '@jest/globals';
import { mendReferences, mendRoot } from './mend-xml.js';

const ATOM = 'http://www.w3.org/2005/Atom';
const RDF = 'http://www.w3.org/1999/02/22-rdf-syntax-ns#';

describe('mendRoot', () => {
  it.each([
    ['a forgotten namespace', '<feed a="b"><entry/>', `<feed xmlns="${ATOM}" a="b"><entry/>`],
    ['a misspelled one', '<feed xmlns="https://www.w3.org/2005/Atom/">', `<feed xmlns="${ATOM}">`],
    ['a foreign one', '<feed xmlns="urn:other"/>', `<feed xmlns="${ATOM}"/>`],
    ['one in lower case', '<feed xmlns="http://www.w3.org/2005/atom">', `<feed xmlns="${ATOM}">`],
    ['a prefix of RSS', '<x:rss xmlns:x="urn:x"><x:channel/></x:rss>', '<rss xmlns="urn:x"><channel/></rss>'],
    ['a prefix', `<a:feed xmlns:a="${ATOM}"><a:id/></a:feed>`, `<feed xmlns="${ATOM}"><id/></feed>`],
    [
      'an undeclared prefix of RDF',
      '<rdf:RDF xmlns="x"><item/>',
      `<rdf:RDF xmlns:rdf="${RDF}" xmlns="x"><item/>`,
    ],
    [
      'a channel without feed',
      '<channel><item/></channel>',
      '<rss version="2.0"><channel><item/></channel></rss>',
    ],
  ])('mends %s', (_given, xml, expected) => {
    expect(mendRoot(xml)).toBe(expected);
  });

  it.each([
    '<rss version="2.0"><channel/></rss>',
    `<feed xmlns="${ATOM}"><entry/></feed>`,
    '<feed version="0.3" xmlns="http://purl.org/atom/ns#"/>',
    `<rdf:RDF xmlns:rdf="${RDF}"/>`,
  ])('leaves %j unchanged', (xml) => {
    expect(mendRoot(xml)).toBe(xml);
  });
});

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
  ])('mends the references of %j: %j', (xml, expected) => {
    expect(mendReferences(xml)).toBe(expected);
  });
});

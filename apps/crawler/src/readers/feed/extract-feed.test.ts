import { describe, expect, it } from '@jest/globals';
import { extractFeed } from './extract-feed.js';

const extract = (text: string) =>
  extractFeed({ url: 'https://example.com/blog/feed', contentType: null, text });
async function entriesOf(text: string) {
  const result = await extract(text);
  if (result.kind === 'failed') throw new Error(`${result.fact.kind}: ${JSON.stringify(result.fact)}`);
  return result.entries;
}
const titlesOf = async (text: string) => (await entriesOf(text)).map(({ title }) => title);
const rss = (items: string) => `<?xml version="1.0"?><rss version="2.0"
  xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:dc="http://purl.org/dc/elements/1.1/"
  xmlns:media="http://search.yahoo.com/mrss/" xmlns:atom="http://www.w3.org/2005/Atom"
  ><channel><title>T</title><link>https://example.com/</link>${items}</channel></rss>`;
const atom = (entries: string) =>
  `<feed xmlns="http://www.w3.org/2005/Atom"><title>T</title><author><name>Feed Author</name></author>${entries}</feed>`;
const jsonFeed = (items: unknown[], rest = {}) =>
  JSON.stringify({ version: 'https://jsonfeed.org/version/1.1', title: 'T', items, ...rest });

const POST = {
  guid: 'id-1',
  url: 'https://example.com/post',
  title: 'A & B',
  body: 'Hello world',
  author: 'Ann',
  publishedAt: new Date('2026-01-02T03:04:05Z'),
};

describe('dialects', () => {
  it.each([
    [
      'RSS 2.0',
      rss(`<item><title>A &amp; B</title><link>/post</link><guid isPermaLink="false">id-1</guid>
        <description>short</description><content:encoded><![CDATA[<p>Hello</p><p>world</p>]]></content:encoded>
        <dc:creator>Ann</dc:creator><pubDate>Fri, 02 Jan 2026 03:04:05 GMT</pubDate></item>`),
    ],
    [
      'RSS 2.0 with an address for an author',
      rss(`<item><title>A &amp;amp; B</title><link>https://example.com/post</link><guid>id-1</guid>
        <description>&lt;b&gt;Hello&lt;/b&gt; world</description><author>ann@example.com (Ann)</author>
        <pubDate>Thu, 01 Jan 2026 22:04:05 -0500</pubDate></item>`),
    ],
    [
      'Atom 1.0',
      atom(`<entry><title type="html">A &amp;amp; B</title><id>id-1</id><link rel="self" href="/self"/>
        <link rel="alternate" type="text/html" href="/post"/><summary>short</summary>
        <content type="html">&lt;p&gt;Hello world&lt;/p&gt;</content><author><name>Ann</name></author>
        <published>2026-01-02T03:04:05Z</published><updated>2026-02-02T03:04:05Z</updated></entry>`),
    ],
    [
      'Atom 1.0 with XHTML',
      atom(`<entry><title>A &amp; B</title><id>id-1</id><link href="/post"/>
        <content type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml"><p>Hello</p><p>world</p></div></content>
        <author><name>Ann</name></author><author><name>Bob</name></author><updated>2026-01-02T03:04:05Z</updated></entry>`),
    ],
    [
      'Atom 0.3',
      `<feed version="0.3" xmlns="http://purl.org/atom/ns#"><title>T</title><entry><title>A &amp; B</title>
        <link rel="alternate" type="text/html" href="https://example.com/post"/><id>id-1</id>
        <issued>2026-01-02T03:04:05Z</issued><modified>2026-01-03T03:04:05Z</modified><author><name>Ann</name></author>
        <content type="text/html" mode="escaped">&lt;p&gt;Hello world</content></entry></feed>`,
    ],
    [
      'JSON Feed 1.1',
      jsonFeed(
        [
          {
            id: 'id-1',
            url: '/post',
            title: 'A & B',
            content_html: '<p>Hello</p> world',
            content_text: 'other',
          },
        ].map((item) => ({ ...item, authors: [{ name: 'Ann' }], date_published: '2026-01-02T03:04:05Z' })),
      ),
    ],
    [
      'JSON Feed 1.0',
      jsonFeed(
        [
          {
            id: 'id-1',
            url: '/post',
            title: 'A & B',
            content_text: 'Hello\nworld',
            date_published: '2026-01-02T03:04:05Z',
          },
        ],
        {
          version: 'https://jsonfeed.org/version/1',
          author: { name: 'Ann' },
        },
      ),
    ],
  ])('reads a complete entry of %s', async (_dialect, text) => {
    expect(await entriesOf(text)).toEqual([expect.objectContaining(POST)]);
  });

  it('finds the items beside the channel of RSS 1.0', async () => {
    const rdf = `<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/"
      xmlns:dc="http://purl.org/dc/elements/1.1/"><channel rdf:about="https://example.com/"><title>T</title></channel>
      <item rdf:about="https://example.com/post"><title>A &amp; B</title><link>https://example.com/post</link>
      <description>Hello world</description><dc:creator>Ann</dc:creator><dc:date>2026-01-02T03:04:05Z</dc:date></item></rdf:RDF>`;
    expect(await entriesOf(rdf)).toEqual([expect.objectContaining({ ...POST, guid: POST.url })]);
  });

  it.each([
    ['0.91', '<item><title>One</title><link>https://example.com/1</link><description>d</description></item>'],
    ['0.92', '<item><description>Only &lt;b&gt;this&lt;/b&gt;</description></item>'],
  ])('reads the sparse items of RSS %s', async (version, item) => {
    const [entry] = await entriesOf(
      `<rss version="${version}"><channel><title>T</title>${item}</channel></rss>`,
    );
    expect(entry).toMatchObject({ publishedAt: null, author: null, guid: entry?.url ?? entry?.contentHash });
  });
});

describe('what entries say', () => {
  it.each([
    [
      'a permalink for a link',
      rss('<item><guid>https://example.com/p</guid></item>'),
      { url: 'https://example.com/p' },
    ],
    [
      'an address that is no permalink',
      rss('<item><guid isPermaLink="false">http://x/1</guid></item>'),
      { url: null },
    ],
    [
      'an address for an Atom id',
      atom('<entry><id>https://example.com/p</id></entry>'),
      { url: 'https://example.com/p' },
    ],
    [
      'a guid that is no permalink',
      rss('<item><guid isPermaLink="false">x:1</guid></item>'),
      { url: null, guid: 'x:1' },
    ],
    [
      'an invalid date',
      rss('<item><title>t</title><pubDate>yesterday</pubDate></item>'),
      { publishedAt: null },
    ],
    ['a blank author', rss('<item><title>t</title><author> </author></item>'), { author: null }],
    [
      'blank content',
      rss('<item><content:encoded> </content:encoded><description>d</description></item>'),
      { body: 'd' },
    ],
    ['the author of the feed', atom('<entry><id>1</id></entry>'), { author: 'Feed Author' }],
    [
      'plain Atom text',
      atom('<entry><id>1</id><content>1 &lt;b&gt; 2</content></entry>'),
      { body: '1 <b> 2', contentHtml: null },
    ],
    [
      'an xml:base',
      atom('<entry xml:base="https://other.example/a/"><id>1</id><link href="b"/></entry>'),
      { url: 'https://other.example/a/b' },
    ],
    [
      'a video',
      atom(
        '<entry><id>1</id><m:group xmlns:m="http://search.yahoo.com/mrss/"><m:description>d</m:description></m:group></entry>',
      ),
      { body: 'd' },
    ],
    ['a number for an id', jsonFeed([{ id: 7 }]), { guid: '7' }],
    [
      'an author of the JSON feed',
      jsonFeed([{ id: '1' }], { authors: [{ name: ' ' }, { name: 'Ann' }] }),
      { author: 'Ann' },
    ],
    [
      'wrong fields',
      jsonFeed([{ id: '1', title: 5, authors: 'x', date_published: {}, content_html: [] }]),
      { guid: '1', title: null },
    ],
  ])('understands %s', async (_given, text, expected) => {
    expect(await entriesOf(text)).toEqual([expect.objectContaining(expected)]);
  });
});

describe('feeds that are not quite right', () => {
  const one = '<item><title>One</title></item>';
  it.each([
    ['a feed that breaks off', rss(`${one}<item><title>Tw`).replace(/<\/channel>.*/s, ''), ['One']],
    [
      'a bare ampersand and an unclosed tag',
      rss('<item><title>A & B</title><description>a<br>b</description></item>'),
      ['A & B'],
    ],
    [
      'an undeclared prefix',
      `<rss><channel><item><x:y>1</x:y><title>One</title></item></channel></rss>`,
      ['One'],
    ],
    ['an HTML entity', rss('<item><title>caf&eacute;</title></item>'), ['café']],
    ['a warning before the feed', `<br />\n<b>Warning</b>: oops\n${rss(one)}`, ['One']],
    [
      'an unknown namespace',
      '<feed xmlns="urn:other"><entry><title>One</title><id>1</id></entry></feed>',
      ['One'],
    ],
    ['a forgotten namespace', '<feed><entry><title>One</title><id>1</id></entry></feed>', ['One']],
    [
      'an entity bomb',
      `<!DOCTYPE rss [<!ENTITY a "${'a'.repeat(200)}"><!ENTITY b "&a;&a;"><!ENTITY c "&b;&b;"><!ENTITY d "&c;&c;">]>${rss('<item><title>x&d;</title></item>').slice(21)}`,
      ['x&d;'],
    ],
    ['items that are no objects', jsonFeed([null, 5, { id: '1', title: 'One' }, 'x']), ['One']],
    ['an empty item', rss(`<item></item>${one}`), ['One']],
    ['an empty feed', rss(''), []],
    ['an empty Atom feed', atom(''), []],
    ['an empty JSON feed', jsonFeed([]), []],
  ])('keeps what is readable of %s', async (_given, text, titles) => {
    expect(await titlesOf(text)).toEqual(titles);
  });

  it('splits no character in a feed larger than one slice', async () => {
    const titles = Array.from({ length: 3000 }, (_, index) => `Zoë 日本 😀 ${index}`);
    const items = titles.map(
      (title) => `<item><title>${title}</title><description>${'é'.repeat(40)}</description></item>`,
    );
    expect(await titlesOf(rss(items.join('')))).toEqual(titles);
  });

  it('yields to other work while it reads thousands of entries', async () => {
    let turns = 0;
    let isOver = false;
    const count = () => {
      turns += 1;
      if (!isOver) setImmediate(count);
    };
    setImmediate(count);
    await entriesOf(rss('<item><title>One</title><guid>1</guid></item>'.repeat(10_000)));
    isOver = true;
    expect(turns).toBeGreaterThan(300);
  });

  it.each([
    ['an HTML page', 'not_a_feed', '<!doctype html><title>404</title>'],
    ['nothing', 'not_a_feed', ''],
    ['another document', 'not_a_feed', '<opml/>'],
    ['other JSON', 'not_a_feed', '{"error":"no"}'],
    ['a JSON list', 'not_a_feed', '[]'],
    ['broken JSON', 'malformed', '{"version":"https://jsonfeed.org/version/1"'],
    ['a feed that breaks off at once', 'malformed', '<rss version="2.0"><channel><title>T'],
    ['a tower of elements', 'malformed', rss('<a>'.repeat(100_000))],
    ['a tag without end', 'malformed', rss(`<item><x ${'a="1" '.repeat(400_000)}/></item>`)],
  ])('fails on %s as %s', async (_given, kind, text) => {
    expect(await extract(text)).toMatchObject({ kind: 'failed', fact: { kind } });
  });

  it.each([
    ['declarations', `${'<!DOCTYPE a>'.repeat(100_000)}<rss><channel/></rss>`],
    ['angle brackets', `<rss><channel>${'<'.repeat(300_000)}></channel></rss>`],
    [
      'links below a long base',
      `<feed xmlns="http://www.w3.org/2005/Atom"><entry xml:base="https://a.example/${'x'.repeat(60_000)}/">${'<link href="b"/>'.repeat(50_000)}</entry></feed>`,
    ],
    [
      'images below a long base',
      `<rss xml:base="https://a.example/${'x'.repeat(1900)}/"><channel><item><description>${'&lt;img src=a&gt;'.repeat(50_000)}</description></item></channel></rss>`,
    ],
    [
      'authors above many entries',
      `<feed xmlns="http://www.w3.org/2005/Atom">${'<author><name>N</name></author>'.repeat(3000)}${'<entry><title>a</title></entry>'.repeat(3000)}</feed>`,
    ],
  ])('reads many %s in time and memory that grow with the document', async (_what, text) => {
    expect((await extract(text)).kind).toBe('entries');
  });

  it('reads titles and bodies made to be slow', async () => {
    const slow = '&lt;a'.repeat(200_000);
    expect(await entriesOf(rss(`<item><title>x ${slow}</title><guid>1</guid></item>`))).toHaveLength(1);
    expect(
      await entriesOf(rss(`<item><description>x ${slow}</description><guid>1</guid></item>`)),
    ).toHaveLength(1);
  });
});

import fc from 'fast-check';

type Feeds = fc.Arbitrary<string>;

const PIECES = [
  ...[
    '<',
    '>',
    '&',
    '"',
    "'",
    '/',
    ']]>',
    '<![CDATA[',
    '<![CDATA[x]]>',
    '<!-- x -->',
    '<!--',
    '-->',
    '<!---->',
  ],
  ...[
    '<?x y?>',
    '<!x>',
    '&amp;',
    '&lt;',
    '&lt;b&gt;x&lt;/b&gt;',
    '&#60;',
    '&#x3c;',
    '&#0;',
    '&#x80;',
    '&#xD800;',
  ],
  ...[
    '&nbsp;',
    '&NBSP;',
    '&mdash;',
    '&bogus;',
    '&;',
    '\u2028',
    '\u00A0',
    '\uFEFF',
    '\0',
    '\u0085',
    '\ud83d',
    '😀',
  ],
  ...['<b>x</b>', '<br/>', '<br>', '<p>a &amp; b</p>', '<div xmlns="http://www.w3.org/1999/xhtml">x</div>'],
  ...['<title>x</title>', '<title/>', '<link/>', '<link>y</link>', '<link href="z"/>', '<script>x</script>'],
  ...[
    '<item>',
    '</item>',
    '<entry>',
    '</entry>',
    '<item/>',
    '<channel>',
    '</channel>',
    '<image><url>x</url></image>',
  ],
  ...[
    '<source><title>s</title></source>',
    '<author><name>n</name></author>',
    '<media:group>',
    '</media:group>',
  ],
  ...[
    '<media:content url="u"><media:title>t</media:title></media:content>',
    '<x:y>z</x:y>',
    '<a:b xmlns:a="u"/>',
  ],
  ...[
    '<content type="xhtml"><p>x</p></content>',
    '<content type="html" xml:base="/b/">&lt;a href="c"&gt;</content>',
  ],
  ...[
    '<description><p>x</p></description>',
    '<guid>g</guid>',
    '<pubDate>2026-01-02</pubDate>',
    ' ',
    '\n',
    '\t',
  ],
];
const ATTRIBUTES = [
  ...[
    ' type="xhtml"',
    ' type="html"',
    " type='text'",
    ' type=""',
    ' xml:base="/x/"',
    ' xml:base="#a"',
    ' xml:base=""',
  ],
  ...[
    ' xml:lang="de"',
    ' xmlns="http://www.w3.org/2005/Atom"',
    ' xmlns="u"',
    ' xmlns:media="http://other/"',
    ' a',
  ],
  ...[
    ' xmlns:x="http://search.yahoo.com/mrss/"',
    ' xmlns:dc="http://purl.org/dc/elements/1.1/"',
    ' a=b',
    ' a="<"',
  ],
  ...[
    ' rdf:about="r"',
    ' href="h"',
    ' HREF="H"',
    ' rel="self"',
    ' isPermaLink="false"',
    ' a="&amp;"',
    ' a="&"',
    ' /',
  ],
  ...[
    ' xmlns:DC="http://purl.org/dc/elements/1.1/"',
    ' xmlns:atom="http://www.w3.org/2005/Atom"',
    '  a = "b" ',
  ],
];

/** Pieces at the borders of tags, so that many of them make another feed instead of none. */
export function changed(feed: Feeds): fc.Arbitrary<string> {
  const edit = fc.record({
    at: fc.nat(),
    piece: fc.constantFrom(...PIECES),
    isInTag: fc.boolean(),
    attribute: fc.constantFrom(...ATTRIBUTES),
    taken: fc.constantFrom(0, 0, 0, 1, 2),
  });
  return fc.tuple(feed, fc.array(edit, { minLength: 1, maxLength: 4 })).map(([text, edits]) =>
    edits.reduce((before, { at, piece, isInTag, attribute, taken }) => {
      const tags = [...before.matchAll(/<[^<>]*>/g)];
      const tag = tags[at % tags.length];
      if (!tag) return before;
      const [written] = tag;
      if (isInTag && /^<\w/.test(written)) {
        const end = tag.index + written.length - (written.endsWith('/>') ? 2 : 1);
        return before.slice(0, end) + attribute + before.slice(end);
      }
      const next = tags[(at % tags.length) + taken] ?? tag;
      return before.slice(0, tag.index) + piece + before.slice(next.index);
    }, text),
  );
}

export function scratched(feed: Feeds): fc.Arbitrary<string> {
  const scratch = fc.record({ at: fc.nat(), sign: fc.constantFrom(...PIECES, ...'<>&;"\'/=![]:#- \n\0xX') });
  return fc.tuple(feed, fc.array(scratch, { minLength: 1, maxLength: 3 })).map(([text, all]) =>
    all.reduce((before, { at, sign }) => {
      const place = at % before.length;
      return before.slice(0, place) + sign + before.slice(place + (at % 2));
    }, text),
  );
}

const NAMES = [
  ...[
    'title',
    'link',
    'guid',
    'id',
    'description',
    'content',
    'content:encoded',
    'summary',
    'body',
    'xhtml:body',
  ],
  ...[
    'author',
    'dc:creator',
    'name',
    'atom:link',
    'a10:link',
    'media:title',
    'media:group',
    'category',
    'DC:Date',
  ],
  ...[
    'enclosure',
    'source',
    'image',
    'published',
    'updated',
    'rdf:li',
    'syn:updatePeriod',
    'ttl',
    'language',
    'x',
  ],
  ...[
    'constructor',
    '__proto__',
    'rss:title',
    'atom:title',
    'itunes:author',
    'entry',
    'script',
    'Title',
    'base',
  ],
];

/** All elements of one name get another one. */
export function renamed(feed: Feeds): fc.Arbitrary<string> {
  const change = fc.tuple(fc.nat(), fc.constantFrom(...NAMES), fc.boolean());
  return fc.tuple(feed, fc.array(change, { minLength: 1, maxLength: 3 })).map(([text, changes]) =>
    changes.reduce((before, [at, name, isExchange]) => {
      const names = [...new Set(before.match(/(?<=<)[\w:]+/g))];
      const old = names[1 + (at % names.length)] ?? 'x';
      const from = new RegExp(`(</?)(${old}|${name})(?=[\\s/>])`, 'g');
      return before.replace(from, (_all, start, found) => {
        return start + (found === old ? name : isExchange ? old : found);
      });
    }, text),
  );
}

/** Entries of one feed in another one, with the prefixes of that one. */
export function glued(feed: Feeds): fc.Arbitrary<string> {
  return fc
    .tuple(feed, feed, fc.nat(), fc.integer({ min: 0, max: 3 }), fc.boolean())
    .map(([text, other, at, times, isOutside]) => {
      const entries = other.match(/<(item|entry)[\s>][\s\S]*?<\/\1>/g) ?? ['<item/>'];
      const entry = entries[at % entries.length] ?? '';
      const own = text.includes('<entry') ? 'entry' : 'item';
      const fitting = entry.replaceAll(/(<\/?)(?:item|entry)\b/g, (_all, start) => start + own);
      const places = [...text.matchAll(isOutside ? /<\/?\w+/g : new RegExp(`<${own}[\\s>]|</${own}>`, 'g'))];
      const place = places[at % Math.max(places.length, 1)]?.index ?? text.length;
      return text.slice(0, place) + fitting.repeat(times) + text.slice(place);
    });
}

import { fill, fillEach, LARGEST_BODY, type Poison } from './poison.js';

const ROOM = LARGEST_BODY - 200_000;

/** Feeds in RSS that are well-formed, or nearly. */
export const RSS_FEEDS: Poison[] = [
  rss('elements nested as deep as there is room', () => fill('<a>', ROOM)),
  rss('elements nested deep inside an entry', () => item(fill('<a>', ROOM / 2) + fill('</a>', ROOM / 2))),
  rss('the smallest entries', () => fill('<item/>', ROOM)),
  rss('entries that differ', () => fillEach((n) => item(`<title>${n}</title><guid>${n}</guid>`), ROOM)),
  rss('entries of one guid and different links', () =>
    fillEach((n) => item(`<guid>1</guid><link>http://a.example/${n}</link>`), ROOM),
  ),
  rss('entries inside each other', () => fill('<item>', ROOM)),
  rss('a tag of very many attributes', () => `<item ${fillEach((n) => `a${n}="1" `, ROOM)}/>`),
  rss('tags of 3,000 attributes', () => {
    const attributes = fillEach((n) => `a${n}="1" `, 30_000);
    return fill(`<item ${attributes}/>`, ROOM);
  }),
  rss('an attribute of megabytes', () => `<item a="${fill('x', ROOM)}"/>`),
  rss('a name of megabytes', () => `<item><${fill('x', ROOM)}/></item>`),
  rss('elements that all have another name', () => item(fillEach((n) => `<e${n}/>`, ROOM))),
  rss('the same element a million times', () => item(fill('<x/>', ROOM))),
  rss('thousands of namespaces around thousands of entries', () => {
    const declarations = fillEach((n) => ` xmlns:p${n}="urn:${n}"`, 50_000);
    return `<image${declarations}>${fill('<item/>', ROOM - 50_000)}</image>`;
  }),
  rss('namespaces declared again and again', () =>
    fillEach((n) => `<p${n}:a xmlns:p${n}="urn:${n}"/>`, ROOM),
  ),
  rss('a namespace of megabytes', () => `<a:item xmlns:a="${fill('atom', ROOM)}"/>`),
  rss('references to characters', () => item(`<title>${fill('&#x41;', ROOM)}</title>`)),
  rss('references to entities that do not exist', () => item(`<title>${fill('&foo;', ROOM)}</title>`)),
  rss('ampersands', () => item(`<description>${fill('&', ROOM)}</description>`)),
  rss('escaped tags that never end', () => item(`<title>${fill('&lt;b ', ROOM)}</title>`)),
  rss('escaped elements nested deep', () => item(`<description>${fill('&lt;div>', ROOM)}</description>`)),
  rss('escaped lists nested deep', () => item(`<description>${fill('&lt;ul>&lt;li>', ROOM)}</description>`)),
  rss('escaped attributes that never end', () =>
    item(`<description>${fill('&lt;a href="', ROOM)}</description>`),
  ),
  rss('line breaks that are escaped twice', () =>
    item(`<description>${fill('&amp;lt;br ', ROOM)}</description>`),
  ),
  rss('open CDATA sections', () => item(`<description>${fill('<![CDATA[', ROOM)}`)),
  rss('markup in CDATA in CDATA', () =>
    item(`<description><![CDATA[<![CDATA[${fill('<div>', ROOM)}]]></description>`),
  ),
  rss('markup that was not escaped', () => item(`<description>${fill('<p><b>', ROOM)}</description>`)),
  rss('texts inside texts', () => item(fill('<content><content>x</content>', ROOM))),
  rss('open comments', () => fill('<!--', ROOM)),
  rss('instructions without an end', () => fill('<?', ROOM)),
  rss('a date of megabytes', () => item(`<pubDate>${fill('1 Jan ', ROOM)}</pubDate>`)),
  rss('a date of parentheses', () => item(`<pubDate>${fill('(', ROOM)}</pubDate>`)),
  rss('thousands of dates that are none', () =>
    fill(item(`<pubDate>${fill('9999999999 Foo ', 2000)}</pubDate>`), ROOM),
  ),
  rss('an author of megabytes', () => item(`<author>${fill('a@b (', ROOM)}</author>`)),
  rss('many authors of many entries', () => {
    const authors = fillEach((n) => `<author>A ${n}</author>`, 40_000);
    return authors + fill('<item><title>x</title></item>', ROOM - 50_000);
  }),
  rss('an entry with a million authors', () => item(fill('<author>A B</author>', ROOM))),
  rss('an entry with hundreds of thousands of categories', () =>
    item(fillEach((n) => `<category>c${n}</category>`, ROOM)),
  ),
  rss('an entry with hundreds of thousands of enclosures', () =>
    item(fillEach((n) => `<enclosure url="http://a.example/${n}" length="1" type="a/b"/>`, ROOM)),
  ),
  rss('groups of media inside each other', () => item(fill('<media:group><media:content url="a"/>', ROOM))),
  rss('relative pictures below a long address', () => {
    const base = `<link>http://a.example/${fill('b', 60_000)}/</link>`;
    return base + item(`<description>${fill('&lt;img src="a">', ROOM - 100_000)}</description>`);
  }),
  rss('a srcset of a hundred thousand relative addresses', () => {
    const base = `<link>http://a.example/${fill('b', 2000)}/</link>`;
    return base + item(`<description>&lt;img srcset="${fill('a 1x, ', ROOM - 100_000)}"></description>`);
  }),
];

/** Documents that hardly begin to be feeds. */
export const BROKEN_FEEDS: Poison[] = [
  xml('nothing but <', () => fill('<', LARGEST_BODY)),
  xml('document types', () => fill('<!DOCTYPE a>', LARGEST_BODY)),
  xml('document types without an end', () => fill('<!DOCTYPE [', LARGEST_BODY)),
  xml('white space', () => fill(' \n', LARGEST_BODY)),
  xml('opening brackets of declarations', () => fill('<!', LARGEST_BODY)),
  xml('entities that double each other', () => {
    const doubling = Array.from({ length: 60 }, (_, n) => `<!ENTITY e${n + 1} "&e${n};&e${n};">`);
    return `<!DOCTYPE rss [<!ENTITY e0 "lol">${doubling.join('')}]><rss><channel>${item('<title>&e60;</title>')}</channel></rss>`;
  }),
  xml('one long entity, used again and again', () => {
    const long = `<!ENTITY a "${fill('x', 100_000)}">`;
    return `<!DOCTYPE rss [${long}]><rss><channel>${item(`<title>${fill('&a;', ROOM)}</title>`)}</channel></rss>`;
  }),
  xml('hundreds of thousands of entities', () => {
    const many = fillEach((n) => `<!ENTITY e${n} "${n}">`, ROOM);
    return `<!DOCTYPE rss [${many}]><rss><channel>${item('<title>&e1;</title>')}</channel></rss>`;
  }),
  {
    ...xml('bytes of any character set', () => ''),
    body: () => Buffer.alloc(LARGEST_BODY, Buffer.from([0xe3, 0x81, 0xff, 0x80, 0xc3, 0x28, 0xa4, 0xf0])),
  },
  {
    ...xml('escape sequences of ISO-2022-JP', () => ''),
    contentType: 'text/xml; charset=iso-2022-jp',
    body: () => Buffer.from(`<rss><channel>${item(`<title>${fill('\u001b$B\u001b(B', ROOM)}`)}`, 'latin1'),
  },
];

function rss(name: string, channel: () => string): Poison {
  return xml(
    `RSS: ${name}`,
    () => `<rss version="2.0"><channel><title>T</title>${channel()}</channel></rss>`,
  );
}

function xml(name: string, text: () => string): Poison {
  return { name, contentType: 'application/rss+xml', body: () => Buffer.from(text()) };
}

function item(content: string): string {
  return `<item>${content}</item>`;
}

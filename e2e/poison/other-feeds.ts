import { randomBytes } from 'node:crypto';
import { brotliCompressSync, constants, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { fill, fillEach, LARGEST_BODY, type Poison } from './poison.js';

const ROOM = LARGEST_BODY - 200_000;
const MB = 1024 * 1024;

export const ATOM_FEEDS: Poison[] = [
  atom('a long base above a million links', () => {
    const base = `http://a.example/${fill('b', 60_000)}/`;
    return `<entry xml:base="${base}"><id>1</id>${fill('<link href="b"/>', ROOM)}</entry>`;
  }),
  atom('bases inside each other', () => fill(`<entry xml:base="${fill('a/', 2000)}">`, ROOM)),
  atom('relative links below a base of 2,000 characters', () =>
    entry(
      `<content type="html" xml:base="http://a.example/${fill('b', 2000)}/">${fill('&lt;a href="c">', ROOM)}</content>`,
    ),
  ),
  atom('XHTML nested deep', () =>
    entry(`<content type="xhtml">${fill('<div>', ROOM / 2)}${fill('</div>', ROOM / 2)}</content>`),
  ),
  atom('XHTML with a prefix', () => {
    const inner = fill('<h:p><h:b>x</h:b></h:p>', ROOM);
    return entry(`<content type="xhtml" xmlns:h="http://www.w3.org/1999/xhtml">${inner}</content>`);
  }),
  atom('authors of the feed above entries without one', () => {
    const authors = fillEach((n) => `<author><name>A ${n}</name></author>`, 100_000);
    return authors + fill(entry('<id>1</id>'), ROOM - 100_000);
  }),
];

export const JSON_FEEDS: Poison[] = [
  json('arrays nested as deep as there is room', () => fill('[', LARGEST_BODY)),
  json('objects nested as deep as there is room', () => fill('{"a":', LARGEST_BODY)),
  json('arrays nested deep in an entry', () => feed(`{"id":${fill('[', ROOM / 2)}${fill(']', ROOM / 2)}}`)),
  json('the smallest entries', () => feed(`{}${fill(',{}', ROOM)}`)),
  json('entries that are wrong', () => feed(`0${fill(',[0]', ROOM)}`)),
  json('entries that differ', () => feed(`{}${fillEach((n) => `,{"id":${n},"title":"${n}"}`, ROOM)}`)),
  json('an entry with a million authors', () =>
    feed(`{"id":1,"authors":[{"name":"a"}${fill(',{"name":"a"}', ROOM)}]}`),
  ),
  json('authors of the feed above entries without one', () => {
    const authors = `"authors":["a"${fill(',"a"', 400_000)}]`;
    return `{"version":"https://jsonfeed.org/version/1.1","title":"T",${authors},"items":[{"id":1}${fill(',{"title":"b"}', ROOM - 400_000)}]}`;
  }),
  json('an entry with hundreds of thousands of attachments', () =>
    feed(`{"id":1,"attachments":[{}${fillEach((n) => `,{"url":"http://a.example/${n}"}`, ROOM)}]}`),
  ),
  json('an entry with a million tags', () =>
    feed(`{"id":1,"tags":["a"${fillEach((n) => `,"${n}"`, ROOM)}]}`),
  ),
  json('a number of megabytes', () => feed(`{"id":${fill('9', ROOM)}}`)),
  json('the same key a million times', () => feed(`{"id":1${fill(',"a":0', ROOM)}}`)),
  json('a million different keys', () => feed(`{"id":1${fillEach((n) => `,"k${n}":0`, ROOM)}}`)),
  json('HTML nested deep', () => feed(`{"id":1,"content_html":"${fill('<b>', ROOM)}"}`)),
  json('escapes of lone surrogates', () => feed(`{"id":1,"content_text":"${fill('\\ud800', ROOM)}"}`)),
];

/** Small on the wire. */
export const COMPRESSED_FEEDS: Poison[] = [
  packed('gzip, 200 MB of zeros', 'gzip', () => gzipSync(Buffer.alloc(200 * MB), { level: 9 })),
  packed('deflate, 200 MB of zeros', 'deflate', () => deflateSync(Buffer.alloc(200 * MB), { level: 9 })),
  packed('raw deflate, 200 MB of zeros', 'deflate', () => deflateRawSync(Buffer.alloc(200 * MB))),
  packed('brotli, 200 MB of zeros', 'br', () => brotli(Buffer.alloc(200 * MB))),
  packed('gzip in gzip, 200 MB of zeros', 'gzip, gzip', () => gzipSync(gzipSync(Buffer.alloc(200 * MB)))),
  packed('gzip in gzip that is not declared', 'gzip', () => gzipSync(gzipSync(Buffer.alloc(200 * MB)))),
  packed('gzip of a feed that is just not too large', 'gzip', () =>
    gzipSync(Buffer.from(`<rss><channel>${noise()}${fill('<item/>', ROOM)}`)),
  ),
  packed('brotli of elements nested deep', 'br', () =>
    brotli(Buffer.from(`<rss><channel>${fill('<item><a>', MB - 100)}`)),
  ),
  packed('gzip, cut in the middle', 'gzip', () => {
    const whole = gzipSync(Buffer.from(`<rss><channel>${noise()}${fill('<item/>', ROOM)}`));
    return whole.subarray(0, whole.length / 2);
  }),
];

function atom(name: string, content: () => string): Poison {
  const text = () => `<feed xmlns="http://www.w3.org/2005/Atom"><title>T</title>${content()}</feed>`;
  return { name: `Atom: ${name}`, contentType: 'application/atom+xml', body: () => Buffer.from(text()) };
}

function entry(content: string): string {
  return `<entry>${content}</entry>`;
}

function json(name: string, text: () => string): Poison {
  return { name: `JSON: ${name}`, contentType: 'application/feed+json', body: () => Buffer.from(text()) };
}

function feed(items: string): string {
  return `{"version":"https://jsonfeed.org/version/1.1","title":"T","items":[${items}]}`;
}

function packed(name: string, encoding: string, body: () => Buffer): Poison {
  return { name, contentType: 'application/rss+xml', encoding, body };
}

/** What hardly compresses: without it, the rest would compress too well to be accepted. */
function noise(): string {
  return `<!--${randomBytes(50_000).toString('hex')}-->`;
}

function brotli(bytes: Buffer): Buffer {
  return brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } });
}

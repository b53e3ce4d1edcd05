import { createHash } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { makeEntry } from './make-entry.js';
import type { RawEntry } from './raw-entry.js';

const LONG = 'A text that is long enough to tell this entry from every other entry.';
const raw = (parts: Partial<RawEntry>): RawEntry => ({
  guid: null,
  url: null,
  title: null,
  content: null,
  author: null,
  publishedAt: null,
  ...parts,
});
const entry = (parts: Partial<RawEntry>) => makeEntry(raw(parts), 'https://example.com/blog/feed');
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

describe('makeEntry', () => {
  it('puts every part of an entry in its place', () => {
    const publishedAt = new Date('2026-01-02T03:04:05Z');
    const html = `<p>${LONG}</p>`;
    expect(
      entry({
        guid: ' g1 ',
        url: '../post?a=1',
        title: 'A\n title',
        content: { html },
        author: ' Ann ',
        publishedAt,
      }),
    ).toEqual({
      guid: 'g1',
      url: 'https://example.com/post?a=1',
      title: 'A title',
      body: LONG,
      contentHtml: html,
      author: 'Ann',
      publishedAt,
      contentHash: sha256(LONG),
    });
  });

  it.each([
    ['the guid', { guid: 'g', url: '/p', title: 't' }, 'g'],
    ['the URL when the guid is blank', { guid: ' ', url: '/p', title: 't' }, 'https://example.com/p'],
    ['the content hash when there is neither', { content: { text: LONG } }, sha256(LONG)],
    [
      'a hash of a guid too long for an index',
      { guid: 'x'.repeat(3000) },
      `sha256:${sha256('x'.repeat(3000))}`,
    ],
  ])('chooses as guid %s', (_then, parts, guid) => {
    expect(entry(parts)?.guid).toBe(guid);
  });

  it.each(['javascript:alert(1)', 'mailto:a@example.com', 'data:text/html,x', 'http://', ' '])(
    'drops the link %j',
    (url) => {
      expect(entry({ url, title: 't' })?.url).toBeNull();
    },
  );

  it('hashes long bodies without title and URL', () => {
    const one = entry({ content: { html: `<p>${LONG}</p>` }, title: 'a', url: '/a' });
    const two = entry({ content: { text: ` ${LONG}\n` }, title: 'b', url: '/b' });
    expect(one?.contentHash).toBe(two?.contentHash);
  });

  it.each([
    ['short', { html: '<a href="/c">Comments</a>' }],
    ['missing', null],
  ])('hashes bodies that are %s together with title and URL', (_given, content) => {
    const hashes = [
      entry({ content, title: 'a', url: '/a' }),
      entry({ content, title: 'b', url: '/a' }),
      entry({ content, title: 'a', url: '/b' }),
      entry({ content, title: 'a', url: null }),
    ].map((one) => one?.contentHash);
    expect(new Set(hashes).size).toBe(4);
  });

  it('removes characters that a database cannot store', () => {
    const bad = 'a\0b\ud800c😀';
    expect(entry({ guid: bad, title: bad, author: bad, content: { html: bad } })).toMatchObject({
      guid: 'ab\ufffdc😀',
      title: 'ab\ufffdc😀',
      author: 'ab\ufffdc😀',
      body: 'ab\ufffdc😀',
      contentHtml: 'ab\ufffdc😀',
    });
  });

  it('reads the control characters of windows-1252 as quotes', () => {
    expect(entry({ title: 'It\x92s \x93so\x94\x07' })?.title).toBe('It’s “so”');
  });

  it.each([
    ['its own address', {}, 'https://example.com/p/i.png'],
    ['the base the feed gives', { contentBase: 'https://cdn.example/' }, 'https://cdn.example/i.png'],
  ])('resolves relative links in the content against %s', (_then, parts, src) => {
    const made = entry({ url: '/p/1', content: { html: '<img src="i.png">' }, ...parts });
    expect(made?.contentHtml).toBe(`<img src="${src}">`);
  });

  it('turns blank parts into null', () => {
    expect(entry({ guid: 'g', title: ' ', author: '\n' })).toMatchObject({
      title: null,
      author: null,
      body: '',
    });
  });

  it('makes no entry of nothing', () => {
    expect(entry({ author: 'Ann', publishedAt: new Date() })).toBeNull();
  });
});

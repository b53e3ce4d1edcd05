import { describe, expect, it } from '@jest/globals';
import { readOpml } from './read-opml.js';

const opml = (body: string) => `<?xml version="1.0"?>\n<opml version="2.0"><body>\n${body}\n</body></opml>`;
const urlsOf = async (text: string) => (await readOpml(text)).outlines.map(({ xmlUrl }) => xmlUrl);

describe('reading OPML', () => {
  it('finds every feed in nested folders, with its line', async () => {
    const { outlines, truncated } = await readOpml(
      opml(`<outline text="Folder">
  <outline text="Inner"><outline type="rss" text="A" title="The A" xmlUrl="https://a.example/" htmlUrl="https://a.example/site"/></outline>
  <outline text="B" xmlUrl=" https://b.example/ "/>
</outline>
<OUTLINE TEXT='C' XMLURL='https://c.example/' feedwarden:Type="website"></OUTLINE>`),
    );
    expect(truncated).toBe(false);
    expect(outlines).toEqual([
      {
        line: 4,
        title: 'The A',
        xmlUrl: 'https://a.example/',
        htmlUrl: 'https://a.example/site',
        settings: {},
      },
      { line: 5, title: 'B', xmlUrl: 'https://b.example/', htmlUrl: '', settings: {} },
      {
        line: 7,
        title: 'C',
        xmlUrl: 'https://c.example/',
        htmlUrl: '',
        settings: { 'feedwarden:type': 'website' },
      },
    ]);
  });

  it.each([
    [
      'bare ampersands',
      '<outline text="A & B" xmlUrl="https://a.example/?x=1&y=2"/>',
      'https://a.example/?x=1&y=2',
    ],
    [
      'escaped ones',
      '<outline text="A" xmlUrl="https://a.example/?x=1&amp;y=2&#38;z"/>',
      'https://a.example/?x=1&y=2&z',
    ],
    ['an element that is not closed', '<outline text="A" xmlUrl="https://a.example/">', 'https://a.example/'],
    ['no quotes', '<outline text=A xmlUrl=https://a.example/x >', 'https://a.example/x'],
    [
      'comments',
      '<!-- <outline xmlUrl="https://no.example/"/> --><outline xmlUrl="https://a.example/"/>',
      'https://a.example/',
    ],
  ])('finds the feed, given %s', async (_given, body, url) => {
    expect(await urlsOf(opml(body))).toEqual([url]);
  });

  it('skips folders and notes, but keeps entries without a feed URL', async () => {
    const text = opml(
      '<outline text="Folder"/><outline/><outline type="rss" text="A"/><outline text="B" htmlUrl="https://b.example/"/>',
    );
    expect((await readOpml(text)).outlines.map(({ title, xmlUrl }) => [title, xmlUrl])).toEqual([
      ['A', ''],
      ['B', ''],
    ]);
  });

  it('finds what is there in a truncated file, and reports the cut', async () => {
    const whole = opml('<outline xmlUrl="https://a.example/"/>\n<outline xmlUrl="https://b.example/"/>');
    const { outlines, truncated } = await readOpml(whole.slice(0, whole.indexOf('https://b')));
    expect([outlines.length, truncated]).toEqual([1, true]);
  });

  it('neither expands an entity bomb nor includes a file', async () => {
    const text = `<?xml version="1.0"?><!DOCTYPE opml [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">
<!ENTITY c "&b;&b;&b;&b;&b;&b;&b;&b;"><!ENTITY file SYSTEM "file:///etc/passwd">]>
<opml><body><outline text="&c;&file;" xmlUrl="https://a.example/"/></body></opml>`;
    expect((await readOpml(text)).outlines.map(({ title }) => title)).toEqual(['&c;&file;']);
  });

  it.each([
    ['HTML', '<html><outline xmlUrl="https://a.example/"/></html>', 400],
    ['nothing', '', 400],
    ['JSON', '{"opml": true}', 400],
    ['folders without end', `<opml>${'<outline>'.repeat(200)}`, 400],
    ['any element without end', `<opml>${'<x>'.repeat(1_000_000)}`, 400],
    ['too many feeds', `<opml>${'<outline xmlUrl="https://a.example/"/>'.repeat(100_001)}`, 413],
  ])('refuses %s', async (_given, text, status) => {
    await expect(readOpml(text)).rejects.toMatchObject({ status });
  });
});

import { describe, expect, it } from '@jest/globals';
import { readOpml } from './read-opml.js';

const opml = (body: string) => `<?xml version="1.0"?>\n<opml version="2.0"><body>\n${body}\n</body></opml>`;
const urlsOf = async (text: string) => (await readOpml(text)).outlines.map(({ xmlUrl }) => xmlUrl);

describe('reading OPML', () => {
  it('Given folders in folders, when it is read, then every feed is found with its line', async () => {
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
  ])('Given %s, when it is read, then the feed is found', async (_given, body, url) => {
    expect(await urlsOf(opml(body))).toEqual([url]);
  });

  it('Given what is no feed, when it is read, then folders and notes are passed over and links are told', async () => {
    const text = opml(
      '<outline text="Folder"/><outline/><outline type="rss" text="A"/><outline text="B" htmlUrl="https://b.example/"/>',
    );
    expect((await readOpml(text)).outlines.map(({ title, xmlUrl }) => [title, xmlUrl])).toEqual([
      ['A', ''],
      ['B', ''],
    ]);
  });

  it('Given a file that was cut, when it is read, then what is there is found, and the cut is told', async () => {
    const whole = opml('<outline xmlUrl="https://a.example/"/>\n<outline xmlUrl="https://b.example/"/>');
    const { outlines, truncated } = await readOpml(whole.slice(0, whole.indexOf('https://b')));
    expect([outlines.length, truncated]).toEqual([1, true]);
  });

  it('Given an entity bomb and a file to include, when it is read, then nothing grows and nothing is read', async () => {
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
  ])('Given %s, when it is read, then it is refused', async (_given, text, status) => {
    await expect(readOpml(text)).rejects.toMatchObject({ status });
  });
});

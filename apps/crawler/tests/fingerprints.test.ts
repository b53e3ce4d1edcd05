import { readdirSync, readFileSync } from 'node:fs';
import { decodeText } from '@feedwarden/decode-text';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { Entry } from '../src/poll/outcome.js';
import { detectFormat } from '../src/readers/feed/detect-format.js';
import { extractFeed } from '../src/readers/feed/extract-feed.js';
import { parseSlices } from '../src/readers/feed/one-pass/entry-slices.js';
import type { ExtractResult } from '../src/readers/ports.js';
import { changed, glued, renamed, scratched } from './changed-feeds.js';

const FOLDER = new URL('./corpus/feeds/', import.meta.url);
const URL_OF_FEED = 'https://example.com/blog/feed.xml';
/** `FINGERPRINT_FUZZ=5000` tries that many stories of each kind. */
const RUNS = Number(process.env.FINGERPRINT_FUZZ ?? 200);
const SEED = Number(process.env.FINGERPRINT_SEED ?? 20260102);
const MINUTES = Math.max(3, RUNS / 100) * 60_000;

const corpus = readdirSync(FOLDER)
  .filter((file) => !file.endsWith('.expected.json'))
  .map((file) => decodeText(readFileSync(new URL(file, FOLDER)), null))
  .filter((text) => detectFormat(text).kind === 'xml');
const small = fc.constantFrom(...corpus.filter((text) => text.length < 20_000 && entriesIn(text).length > 1));

/** What polls store of the versions of a feed, and how many entries they read for that. */
async function pollAll(versions: string[], remembers: boolean) {
  const posts: Entry[] = [];
  const known = new Set<string>();
  const facts: object[] = [];
  let fingerprints: string | null = null;
  let entriesRead = 0;
  for (const text of versions) {
    const read = await extract(text, remembers ? fingerprints : null);
    facts.push(factsOf(read));
    if (read.kind === 'failed') continue;
    fingerprints = read.fingerprints ?? null;
    entriesRead += read.entries.length;
    for (const entry of read.entries) {
      const [guid, hash] = [`guid ${entry.guid}`, `hash ${entry.contentHash}`];
      if (known.has(guid) || known.has(hash)) continue;
      known.add(guid).add(hash);
      posts.push(entry);
    }
  }
  return { posts, facts, entriesRead };
}

function extract(text: string, fingerprints?: string | null): Promise<ExtractResult> {
  return extractFeed({ url: URL_OF_FEED, contentType: null, text }, fingerprints);
}

function factsOf(read: ExtractResult): object {
  if (read.kind === 'failed') return read;
  const { entries: _, fingerprints, ...facts } = read;
  const slices = fingerprints === undefined ? null : parseSlices(fingerprints);
  return { ...facts, slices };
}

function entriesIn(text: string) {
  return [...text.matchAll(/<(item|entry)[\s>][\s\S]*?<\/\1>/g)];
}

const AROUND = [
  '<language>fr</language>',
  '<author><name>Somebody Else</name></author>',
  '<link>https://elsewhere.example/</link>',
  '<ttl>60</ttl>',
  '<x:y xmlns:x="http://purl.org/dc/elements/1.1/"/>',
];

/** What publishers do: entries come, go, move and change, and so does what is around them. */
function published(text: string): fc.Arbitrary<string> {
  const edit = fc.record({
    kind: fc.constantFrom('take', 'repeat', 'move', 'retitle', 'regive', 'around' as const),
    at: fc.nat(),
    to: fc.nat(),
  });
  return fc.array(edit, { minLength: 1, maxLength: 3 }).map((edits) =>
    edits.reduce((before, { kind, at, to }) => {
      const entries = entriesIn(before);
      const [one, other] = [entries[at % entries.length], entries[to % entries.length]];
      if (!one || !other) return before;
      const [written] = one;
      const without = before.slice(0, one.index) + before.slice(one.index + written.length);
      const insert = (piece: string) => before.slice(0, other.index) + piece + before.slice(other.index);
      switch (kind) {
        case 'take':
          return without;
        case 'repeat':
          return insert(written);
        case 'move':
          return without.slice(0, other.index) + written + without.slice(other.index);
        case 'retitle':
          return insert(written.replace(/<title([^>]*)>/, `<title$1>${to} `));
        case 'regive':
          return insert(written.replace(/<link>[^<]*/, `<link>https://example.com/${to}`));
        default:
          return insert(AROUND[to % AROUND.length] ?? '');
      }
    }, text),
  );
}

/** A feed and what becomes of it: each version is a change of the one before, and the last is the first again. */
function story(change: (text: string) => fc.Arbitrary<string>): fc.Arbitrary<string[]> {
  return small.chain((first) =>
    change(first).chain((second) =>
      change(second).chain((third) =>
        fc.constantFrom([first, second, third, first], [second, first, third], [first, third, second, third]),
      ),
    ),
  );
}

describe('fingerprints of entries', () => {
  it('are of all entries of a feed, which are left out when they are there again', async () => {
    const text = feedOf(item('b'), item('a'));
    const read = await extract(text, null);
    if (read.kind === 'failed') throw new Error('a failure');
    const again = await extract(feedOf(item('c'), item('b'), item('a')), read.fingerprints);
    expect(guidsOf(again)).toEqual(['c']);
    const last = again.kind === 'entries' ? again.fingerprints : null;
    expect(guidsOf(await extract(feedOf(item('d'), item('c'), item('a')), last))).toEqual(['d']);
  });

  it('are only made when somebody remembers them', async () => {
    expect(await extract(feedOf(item('a')))).not.toHaveProperty('fingerprints');
    expect(await extract(feedOf(item('a')), null)).toHaveProperty('fingerprints');
  });

  it.each([
    ['the language', '<language>fr</language>'],
    ['the author', '<managingEditor>me@example.com (Me)</managingEditor>'],
    ['the site', '<link>https://other.example/</link>'],
    ['a prefix', '<x:y xmlns:x="http://purl.org/dc/terms/">z</x:y>'],
  ])('do not hold when something else changes: %s', async (_what, around) => {
    const marks = await fingerprintsOf(feedOf(item('a')));
    expect(guidsOf(await extract(feedOf(around, item('a')), marks))).toEqual(['a']);
  });

  it('do not hide an entry that has the guid of a known one', async () => {
    const known = feedOf(item('a', '<link>https://example.com/1</link>'));
    const both = feedOf(
      item('a', '<link>https://example.com/2</link>'),
      item('a', '<link>https://example.com/1</link>'),
    );
    const read = await extract(both, await fingerprintsOf(known));
    expect(guidsOf(read)).toEqual(guidsOf(await extract(both)));
    expect(read).not.toHaveProperty('fingerprints');
  });

  it.each([
    ['without content', '<item></item>'],
    ['that declares a namespace', '<item xmlns:x="http://purl.org/dc/terms/"><guid>n</guid></item>'],
    [
      'whose end is inside a section',
      '<item><guid>n</guid><description><![CDATA[</item>]]></description></item>',
    ],
  ])('are not made of an entry %s', async (_what, entry) => {
    const marks = await fingerprintsOf(feedOf(entry, item('a')));
    expect(parseSlices(marks).guids.size).toBe(1);
  });

  it('are of 500 entries at most', async () => {
    const items = Array.from({ length: 600 }, (_, index) => item(`g${index}`));
    const marks = await fingerprintsOf(feedOf(...items));
    expect(marks.length).toBeLessThan(8100);
    expect(guidsOf(await extract(feedOf(...items), marks))).toHaveLength(100);
  });

  it.each(corpus.map((text, index) => [`${index} ${text.slice(0, 60).replace(/\s+/g, ' ')}`, text]))(
    'change nothing of what is stored: corpus %s',
    async (_name, text) => {
      const versions = [text, withoutFirst(text), text];
      expect((await pollAll(versions, true)).posts).toEqual((await pollAll(versions, false)).posts);
    },
  );

  it.each<[string, (text: string) => fc.Arbitrary<string>]>([
    ['entries come, go, move and change', published],
    ['pieces put in, taken out and repeated', (text) => changed(fc.constant(text))],
    ['characters changed', (text) => scratched(fc.constant(text))],
    ['names exchanged', (text) => renamed(fc.constant(text))],
    ['parts of others', (text) => glued(fc.oneof(fc.constant(text), small))],
  ])(
    `change nothing of what is stored in the life of a feed: %s (${RUNS} times)`,
    async (_how, change) => {
      let spared = 0;
      const same = fc.asyncProperty(story(change), async (versions) => {
        const [brief, whole] = [await pollAll(versions, true), await pollAll(versions, false)];
        expect(brief.posts).toEqual(whole.posts);
        expect(brief.facts).toEqual(whole.facts);
        spared += whole.entriesRead - brief.entriesRead;
      });
      await fc.assert(same, { seed: SEED, numRuns: RUNS });
      expect(spared).toBeGreaterThan(RUNS / 10);
    },
    MINUTES,
  );
});

function item(guid: string, more = ''): string {
  return `<item><title>${guid}</title><guid>${guid}</guid>${more}<description>The text of ${guid}.</description></item>`;
}

function feedOf(...pieces: string[]): string {
  return `<rss version="2.0"><channel><title>News</title>${pieces.join('\n')}</channel></rss>`;
}

async function fingerprintsOf(text: string): Promise<string> {
  const read = await extract(text, null);
  return (read.kind === 'entries' && read.fingerprints) || '';
}

function guidsOf(read: ExtractResult): string[] {
  return read.kind === 'entries' ? read.entries.map(({ guid }) => guid) : [read.kind];
}

function withoutFirst(text: string): string {
  return text.replace(/<(item|entry)[\s>][\s\S]*?<\/\1>/, '');
}

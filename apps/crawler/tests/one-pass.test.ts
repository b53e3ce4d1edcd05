import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { decodeText } from '@feedwarden/decode-text';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { FeedReading } from '../src/readers/entry/raw-entry.js';
import { detectFormat } from '../src/readers/feed/detect-format.js';
import { USUAL_PREFIXES } from '../src/readers/feed/one-pass/namespaces.js';
import { readXmlOnce } from '../src/readers/feed/one-pass/read-xml-once.js';
import { readOddXmlFeed, readXmlFeed } from '../src/readers/feed/xml-feed.js';
import { changed, glued, renamed, scratched } from './changed-feeds.js';

/** The tolerant reader is the oracle: what one pass accepts, it must read in the same way. */
const FOLDER = new URL('./corpus/feeds/', import.meta.url);
const URL_OF_FEED = 'https://example.com/blog/feed.xml';
/** `ONE_PASS_FUZZ=5000` tries that many changed feeds of each kind. */
const RUNS = Number(process.env.ONE_PASS_FUZZ ?? 300);
const SEED = Number(process.env.ONE_PASS_SEED ?? 20260102);
const MINUTES = Math.max(3, RUNS / 100) * 60_000;

const corpus = readdirSync(FOLDER)
  .filter((file) => !file.endsWith('.expected.json'))
  .map((file) => decodeText(readFileSync(new URL(file, FOLDER)), null))
  .filter((text) => detectFormat(text).kind === 'xml');
const accepted = corpus.filter((text) => readXmlOnce(text, rootOf(text)));

const feeds = fc.constantFrom(...accepted.filter((text) => text.length < 20_000));

describe('one pass over a feed', () => {
  it.each(accepted.map((text) => [nameOf(text), text]))(
    'reads what feedparser reads of %s',
    async (_name, text) => {
      expect(await readXmlFeed(text, rootOf(text), URL_OF_FEED)).toEqual(await tolerantly(text));
    },
  );

  it('accepts most of the corpus, although it is a collection of odd feeds', () => {
    expect(accepted.length / corpus.length).toBeGreaterThan(0.75);
  });

  it('knows the namespaces that feedparser knows', () => {
    const { NAMESPACES } = createRequire(import.meta.url)('feedparser/lib/constants.js');
    expect(Object.fromEntries(USUAL_PREFIXES)).toEqual(NAMESPACES);
  });

  it.each<[string, fc.Arbitrary<string>]>([
    ['with pieces put in, taken out and repeated', changed(feeds)],
    ['with characters changed', scratched(feeds)],
    ['with names, prefixes and attributes exchanged', renamed(feeds)],
    ['made of parts of others', glued(feeds)],
  ])(
    `reads changed feeds as feedparser does, or not at all: %s (${RUNS} times)`,
    async (_how, feed) => {
      let read = 0;
      const same = fc.asyncProperty(feed, async (text) => {
        const format = detectFormat(text);
        if (format.kind !== 'xml' || !readXmlOnce(text, format.rootAt)) return;
        read += 1;
        expect(await readXmlFeed(text, format.rootAt, URL_OF_FEED)).toEqual(await tolerantly(text));
      });
      await fc.assert(same, { seed: SEED, numRuns: RUNS });
      expect(read).toBeGreaterThan(RUNS / 50);
      if (process.env.ONE_PASS_FUZZ) process.stderr.write(`${_how}: ${read} of ${RUNS} were accepted\n`);
    },
    MINUTES,
  );
});

function tolerantly(text: string): Promise<FeedReading> {
  return readOddXmlFeed(text, rootOf(text), URL_OF_FEED);
}

function rootOf(text: string): number {
  const format = detectFormat(text);
  return format.kind === 'xml' ? format.rootAt : Number.NaN;
}

function nameOf(text: string): string {
  return text.slice(rootOf(text)).replace(/\s+/g, ' ').slice(0, 60);
}

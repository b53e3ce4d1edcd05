#!/usr/bin/env node
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type FeedShape, feedText } from '../farm/feed-text.js';

/** Seconds of processor time. */
export interface ReadingSample {
  usual: number;
  odd: number;
}

const USUAL_FEEDS = 40;
const TIMES = { usual: 5, odd: 10 };

type Extract = (page: { url: string; contentType: string | null; text: string }) => Promise<object>;
type Decode = (bytes: Buffer, contentType: string | null) => string;

const [root = '', corpus = '', shape = ''] = process.argv.slice(2);
const { extractFeed } = await built<{ extractFeed: Extract }>(
  'apps/crawler/dist/readers/feed/extract-feed.js',
);
const { decodeText } = await built<{ decodeText: Decode }>('packages/decode-text/dist/index.js');

const usual = Array.from({ length: USUAL_FEEDS }, (_, index) => {
  return Buffer.from(feedText(index, 1, JSON.parse(shape) as FeedShape));
});
const odd = readdirSync(corpus)
  .filter((file) => !file.endsWith('.expected.json'))
  .map((file) => readFileSync(join(corpus, file)));

// The first time, functions are compiled and tables are loaded.
await secondsFor(usual, 1);
await secondsFor(odd, 2);
const sample: ReadingSample = {
  usual: await secondsFor(usual, TIMES.usual),
  odd: await secondsFor(odd, TIMES.odd),
};
process.stdout.write(JSON.stringify(sample));

async function secondsFor(documents: Buffer[], times: number): Promise<number> {
  const before = process.cpuUsage();
  for (let time = 0; time < times; time += 1)
    for (const bytes of documents)
      await extractFeed({
        url: 'https://farm.example/feed',
        contentType: 'text/xml',
        text: decodeText(bytes, null),
      });
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000_000;
}

/** Of the other checkout, which this one does not know. */
async function built<Module>(path: string): Promise<Module> {
  return import(pathToFileURL(join(root, path)).href);
}

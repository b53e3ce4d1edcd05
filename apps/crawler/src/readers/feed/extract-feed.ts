import type { FetchedPage } from '../../fetch/ports.js';
import type { Entry } from '../../poll/outcome.js';
import { makeEntry } from '../entry/make-entry.js';
import type { FeedReading, RawEntry } from '../entry/raw-entry.js';
import type { ExtractEntries } from '../ports.js';
import { detectFormat } from './detect-format.js';
import { readJsonFeed } from './json-feed.js';
import { inTurns, readXmlFeed } from './xml-feed.js';

export const extractFeed: ExtractEntries = async (page) => {
  const reading = await readFeed(page);
  if (reading.kind === 'failed') return reading;
  return { ...reading, entries: await makeEntries(reading.entries, page.url) };
};

async function readFeed({ text, url }: FetchedPage): Promise<FeedReading> {
  const format = detectFormat(text);
  switch (format.kind) {
    case 'json':
      return readJsonFeed(text);
    case 'xml':
      return readXmlFeed(text.slice(format.rootAt), url);
    case 'no_feed':
      return { kind: 'failed', fact: { kind: 'not_a_feed', detail: format.detail } };
  }
}

async function makeEntries(raw: RawEntry[], feedUrl: string): Promise<Entry[]> {
  // By guid: where a feed uses one twice, it is the first entry's.
  const entries = new Map<string, Entry>();
  await inTurns(raw, (one) => {
    const entry = makeEntry(one, feedUrl);
    if (entry && !entries.has(entry.guid)) entries.set(entry.guid, entry);
  });
  return [...entries.values()];
}

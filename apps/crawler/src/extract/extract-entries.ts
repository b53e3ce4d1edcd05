import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Entry, ExtractEntries, FetchedPage } from '../polling/ports.js';
import { detectFormat } from './detect-format.js';
import { readJsonFeed } from './json-feed.js';
import { makeEntry } from './make-entry.js';
import type { FeedReading, RawEntry } from './raw-entry.js';
import { readXmlFeed } from './xml-feed.js';

const ENTRIES_PER_TURN = 50;

export function createExtractEntries(): ExtractEntries {
  return async (page) => {
    const reading = await readFeed(page);
    if (reading.kind === 'failed') return reading;
    return { ...reading, entries: await makeEntries(reading.entries, page.url) };
  };
}

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

/** Turning HTML into text holds the thread; a feed of thousands of entries lets others have their turn. */
async function makeEntries(raw: RawEntry[], feedUrl: string): Promise<Entry[]> {
  // By guid: where a feed uses one twice, it is the first entry's.
  const entries = new Map<string, Entry>();
  for (const [index, one] of raw.entries()) {
    const entry = makeEntry(one, feedUrl);
    if (entry && !entries.has(entry.guid)) entries.set(entry.guid, entry);
    if (index % ENTRIES_PER_TURN === ENTRIES_PER_TURN - 1) await nextTurn();
  }
  return [...entries.values()];
}

import type { Entry } from '../../poll/outcome.js';
import { withTitle } from '../entry/derive-title.js';
import { keyOf, makeEntry } from '../entry/make-entry.js';
import type { FeedReading, RawEntry } from '../entry/raw-entry.js';
import type { ExtractEntries, FailedReading, PageText } from '../ports.js';
import { detectFormat } from './detect-format.js';
import { readJsonFeed } from './json-feed.js';
import { inTurns, readXmlFeed } from './xml-feed.js';

export const extractFeed: ExtractEntries = async (page) => {
  const reading = await readFeed(page);
  if (reading.kind === 'failed') return reading;
  return { ...reading, ...(await makeEntries(reading.entries, page.url)) };
};

async function readFeed(page: PageText): Promise<FeedReading> {
  const { text, url } = page;
  const format = detectFormat(text);
  switch (format.kind) {
    case 'json':
      return readJsonFeed(text);
    case 'xml':
      return readXmlFeed(text, format.rootAt, url);
    case 'no_feed':
      return notAFeed(format.detail, page);
  }
}

/** Many people give the address of a site for that of its feed. */
async function notAFeed(detail: string, page: PageText): Promise<FailedReading> {
  const { findDeclaredFeed } = await import('../website/find-feed-links.js');
  const proposedUrl = findDeclaredFeed(page);
  const more = proposedUrl === null ? '' : `; the page declares the feed ${proposedUrl}`;
  return { kind: 'failed', fact: { kind: 'not_a_feed', detail: `${detail}${more}` }, proposedUrl };
}

async function makeEntries(
  raw: RawEntry[],
  feedUrl: string,
): Promise<{ entries: Entry[]; emptyEntries: number }> {
  const made: Entry[] = [];
  await inTurns(raw, (one) => {
    const entry = makeEntry(one, feedUrl);
    if (entry) made.push(withTitle(entry));
  });
  return { entries: onePerGuid(made), emptyEntries: raw.length - made.length };
}

/** Where a feed uses a guid twice, the first entry counts. With different links they are different entries. */
function onePerGuid(made: Entry[]): Entry[] {
  if (new Set(made.map(({ guid }) => guid)).size === made.length) return made;
  const links = new Map<string, Set<string>>();
  for (const { guid, url } of made) {
    const known = links.get(guid) ?? new Set();
    links.set(guid, url ? known.add(url) : known);
  }
  const entries = new Map<string, Entry>();
  for (const entry of made) {
    const isShared = (links.get(entry.guid)?.size ?? 0) > 1;
    const guid = isShared && entry.url ? keyOf(`${entry.guid} ${entry.url}`) : entry.guid;
    if (!entries.has(guid)) entries.set(guid, { ...entry, guid });
  }
  return [...entries.values()];
}

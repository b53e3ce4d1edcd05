import type { Entry } from '../../poll/outcome.js';
import { withTitle } from '../entry/derive-title.js';
import { keyOf, makeEntry } from '../entry/make-entry.js';
import type { FeedReading, RawEntry } from '../entry/raw-entry.js';
import type { ExtractEntries, ExtractResult, FailedReading, PageText } from '../ports.js';
import { detectFormat } from './detect-format.js';
import { fingerprintsOf } from './fingerprints.js';
import { readJsonFeed } from './json-feed.js';
import { type KnownSlices, NO_SLICES, parseSlices } from './one-pass/entry-slices.js';
import { inTurns, readXmlFeed } from './xml-feed.js';

export const extractFeed: ExtractEntries = (page, fingerprints) => {
  if (fingerprints === undefined) return extract(page);
  return extract(page, fingerprints === null ? NO_SLICES : parseSlices(fingerprints));
};

/** Without entries that are known, unless these would have to be read in another way than before. */
async function extract(page: PageText, known?: KnownSlices): Promise<ExtractResult> {
  const reading = await readFeed(page, known);
  if (reading.kind === 'failed') return reading;
  const { entries, slices, ...about } = reading;
  const made = await makeEntries(entries, page.url);
  const fingerprints = slices && known && fingerprintsOf(slices, made, known);
  if (fingerprints === false) return extract(page, NO_SLICES);
  return { ...about, ...entriesOf(made), ...(fingerprints !== undefined && { fingerprints }) };
}

async function readFeed(page: PageText, known?: KnownSlices): Promise<FeedReading> {
  const { text, url } = page;
  const format = detectFormat(text);
  switch (format.kind) {
    case 'json':
      return readJsonFeed(text);
    case 'xml':
      return readXmlFeed(text, format.rootAt, url, known);
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

/** One for each, in their order; null: it has no content. */
async function makeEntries(raw: RawEntry[], feedUrl: string): Promise<(Entry | null)[]> {
  const made: (Entry | null)[] = [];
  await inTurns(raw, (one) => {
    const entry = makeEntry(one, feedUrl);
    made.push(entry && withTitle(entry));
  });
  return made;
}

function entriesOf(made: (Entry | null)[]): { entries: Entry[]; emptyEntries: number } {
  const entries = made.filter((entry) => entry !== null);
  return { entries: onePerGuid(entries), emptyEntries: made.length - entries.length };
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

import type { Entry } from '../../poll/outcome.js';
import { withTitle } from '../entry/derive-title.js';
import { makeEntry } from '../entry/make-entry.js';
import type { FeedReading, RawEntry } from '../entry/raw-entry.js';
import type { ExtractEntries, ExtractResult, FailedReading, PageText } from '../ports.js';
import { detectFormat } from './detect-format.js';
import { fingerprintsOf } from './fingerprints.js';
import { readJsonFeed } from './json-feed.js';
import { type KnownSlices, NO_SLICES, parseSlices } from './one-pass/entry-slices.js';
import { onePerGuid } from './shared-guids.js';
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
  return { ...about, ...entriesOf(made, entries), ...(fingerprints !== undefined && { fingerprints }) };
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

function entriesOf(made: (Entry | null)[], raw: RawEntry[]): { entries: Entry[]; emptyEntries: number } {
  const full = made.flatMap((entry, index) =>
    entry ? [{ entry, hasGuid: Boolean(raw[index]?.guid?.trim()) }] : [],
  );
  return { entries: onePerGuid(full), emptyEntries: made.length - full.length };
}

import type { FetchedPage, FetchPage, FetchResult } from '../fetch/ports.js';
import type { Feed } from '../poll/feed.js';
import type { PollOutcome, Validators } from '../poll/outcome.js';
import type { ReadSource } from '../poll/ports.js';
import type { FailedReading, ReadEntries, UnchangedReading } from './ports.js';

export type Fetched = Extract<FetchResult, { kind: 'page' }>;

/** The fingerprints of the entries that the last poll read; null: there are none, or they do not hold any more. */
export type RecallFingerprints = (feed: Feed) => Promise<string | null>;

/** Reads a source whose page holds its entries, or those of them that are not known, if there are fingerprints of them. */
export function createPageReader(
  fetchPage: FetchPage,
  readEntries: ReadEntries,
  recallFingerprints?: RecallFingerprints,
): ReadSource {
  return whenChanged(fetchPage, async (fetched, feed, signal) => {
    const known = recallFingerprints && { fingerprints: await recallFingerprints(feed) };
    const reading = await readEntries(fetched.page, { knownHash: feed.bodyHash, ...known, signal });
    if (reading.kind !== 'entries') return withoutEntries(fetched, reading);
    const { entries, rhythm = null, generator = null, emptyEntries = 0, fingerprints, bodyHash } = reading;
    return {
      kind: 'stored',
      entries,
      rhythm,
      generator,
      emptyEntries,
      ...(fingerprints !== undefined && { fingerprints }),
      ...learnedFrom(fetched, bodyHash),
    };
  });
}

/** Makes one conditional request for the page of a source, and reads it unless the same bytes were received before. */
export function whenChanged(
  fetchPage: FetchPage,
  readPage: (fetched: Fetched, feed: Feed, signal: AbortSignal) => Promise<PollOutcome>,
): ReadSource {
  return async (feed, signal) => {
    const { settings, etag, lastModified, wireHash, bodyHash } = feed;
    const fetched = await fetchPage({ url: settings.feedUrl ?? '', etag, lastModified }, signal);
    if (fetched.kind === 'failed')
      return { ...fetched, statusCode: 'status' in fetched.fact ? fetched.fact.status : 0, bytes: 0 };
    const { hints } = fetched;
    if (fetched.kind === 'not_modified')
      return { kind: 'unchanged', validators: null, hints, statusCode: 304, bytes: 0 };
    if (bodyHash === null || fetched.page.wireHash !== wireHash) return readPage(fetched, feed, signal);
    return withoutEntries(fetched, { kind: 'unchanged', bodyHash });
  };
}

/** The outcome of a page that failed, or that holds what was read before. */
export function withoutEntries(fetched: Fetched, reading: UnchangedReading | FailedReading): PollOutcome {
  if (reading.kind === 'unchanged') return { kind: 'unchanged', ...learnedFrom(fetched, reading.bodyHash) };
  return { ...reading, statusCode: 200, bytes: fetched.page.body.bytes.length };
}

export function learnedFrom({ page, hints }: Fetched, bodyHash: string) {
  const validators = validatorsOf(page, bodyHash);
  return { validators, hints, statusCode: 200, bytes: page.body.bytes.length };
}

export function validatorsOf(
  { etag, lastModified, wireHash }: Pick<FetchedPage, 'etag' | 'lastModified' | 'wireHash'>,
  bodyHash: string,
): Validators {
  return { etag, lastModified, wireHash, bodyHash };
}

import type { FetchedPage, FetchPage, FetchResult } from '../fetch/ports.js';
import type { Feed } from '../poll/feed.js';
import type { PollOutcome, Validators } from '../poll/outcome.js';
import type { ReadSource } from '../poll/ports.js';
import type { ExtractEntries } from './ports.js';

export type Fetched = Extract<FetchResult, { kind: 'page' }>;

/** Reads a source whose page holds its entries. */
export function createPageReader(fetchPage: FetchPage, extractEntries: ExtractEntries): ReadSource {
  return whenChanged(fetchPage, async ({ page, hints }) => {
    const extracted = await extractEntries(page);
    const transfer = { statusCode: 200, bytes: page.bytes };
    if (extracted.kind === 'failed') return { ...extracted, ...transfer };
    const { entries, rhythm = null, emptyEntries = 0 } = extracted;
    return {
      kind: 'stored',
      entries,
      rhythm,
      emptyEntries,
      validators: validatorsOf(page),
      hints,
      ...transfer,
    };
  });
}

/** Makes one conditional request for the page of a source, and reads it unless its body is the known one. */
export function whenChanged(
  fetchPage: FetchPage,
  readPage: (fetched: Fetched, feed: Feed, signal: AbortSignal) => Promise<PollOutcome>,
): ReadSource {
  return async (feed, signal) => {
    const { settings, etag, lastModified, bodyHash } = feed;
    const fetched = await fetchPage({ url: settings.feedUrl ?? '', etag, lastModified }, signal);
    if (fetched.kind === 'failed')
      return { ...fetched, statusCode: 'status' in fetched.fact ? fetched.fact.status : 0, bytes: 0 };
    const { hints } = fetched;
    if (fetched.kind === 'not_modified')
      return { kind: 'unchanged', validators: null, hints, statusCode: 304, bytes: 0 };
    const { page } = fetched;
    if (page.bodyHash !== bodyHash) return readPage(fetched, feed, signal);
    return { kind: 'unchanged', validators: validatorsOf(page), hints, statusCode: 200, bytes: page.bytes };
  };
}

export function validatorsOf({ etag, lastModified, bodyHash }: FetchedPage): Validators {
  return { etag, lastModified, bodyHash };
}

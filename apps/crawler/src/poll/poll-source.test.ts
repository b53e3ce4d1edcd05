import type { FailureFact } from '@feedwarden/feed-health';
import { describe, expect, it } from '@jest/globals';
import { createPageReader } from '../readers/page-reader.js';
import { createPollSource } from './poll-source.js';
import type { ExtractEntries, ExtractResult, FetchPage, FetchRequest, FetchResult } from './ports.js';
import { sampleEntry, sampleFeed, samplePage } from './testing/sample-feed.js';

const gone: FailureFact = { kind: 'status', status: 410, retryAfterAt: null };
const entries = [sampleEntry()];

/** A stopwatch that advances by ten at every look. */
function ticking(): () => number {
  let time = 0;
  return () => {
    time += 10;
    return time;
  };
}

const FRESH = { freshUntil: new Date('2026-03-01T15:00:00Z') };
const HOURLY = { everyMinutes: 60, skipHours: [], skipDays: [] };

/** A source of pages, read through this web and this reader. */
function createPagePoll(fetchPage: FetchPage, extract: ExtractEntries) {
  const read = createPageReader(fetchPage, extract);
  return createPollSource({ rss: read, website: read, watchlist: read, twitter: read }, ticking());
}

/** Polls with a web and a reader that answer so, and tells what they were asked. */
async function poll(fetched: FetchResult, extracted: ExtractResult, feed = sampleFeed()) {
  const requests: FetchRequest[] = [];
  const signals: AbortSignal[] = [];
  let extractions = 0;
  const pollSource = createPagePoll(
    async (request, signal) => {
      requests.push(request);
      signals.push(signal);
      return fetched;
    },
    async () => {
      extractions += 1;
      return extracted;
    },
  );
  const { signal } = new AbortController();
  const outcome = await pollSource(feed, signal);
  return { outcome, requests, extractions, sameSignal: signals[0] === signal };
}

describe('pollSource', () => {
  it('Given a page that changed, when it is polled, then its entries are the outcome', async () => {
    const page = samplePage();
    const { outcome } = await poll(
      { kind: 'page', page, hints: FRESH },
      { kind: 'entries', entries, rhythm: HOURLY },
    );
    expect(outcome).toEqual({
      kind: 'stored',
      entries,
      validators: { etag: page.etag, lastModified: page.lastModified, bodyHash: page.bodyHash },
      hints: FRESH,
      rhythm: HOURLY,
      transfer: { statusCode: 200, bytes: page.bytes, durationMs: 10 },
    });
  });

  it('Given what the last answer said, when it is polled, then the request repeats it, and can be ended', async () => {
    const feed = sampleFeed({ etag: 'W/"x"', lastModified: 'Sun, 01 Mar 2026 11:00:00 GMT' });
    const { requests, sameSignal } = await poll(
      { kind: 'not_modified', hints: {} },
      { kind: 'entries', entries },
      feed,
    );
    expect(requests).toEqual([{ url: feed.url, etag: feed.etag, lastModified: feed.lastModified }]);
    expect(sameSignal).toBe(true);
  });

  it('Given 304, when it is polled, then nothing changed and nothing is read', async () => {
    const { outcome, extractions } = await poll(
      { kind: 'not_modified', hints: FRESH },
      { kind: 'entries', entries },
    );
    expect(outcome).toEqual({
      kind: 'unchanged',
      validators: null,
      hints: FRESH,
      transfer: { statusCode: 304, bytes: 0, durationMs: 10 },
    });
    expect(extractions).toBe(0);
  });

  it('Given the same body again, when it is polled, then it is not read, and its validators are kept', async () => {
    const page = samplePage({ bodyHash: 'hash-one' });
    const { outcome, extractions } = await poll(
      { kind: 'page', page, hints: FRESH },
      { kind: 'entries', entries },
    );
    expect(outcome).toMatchObject({
      kind: 'unchanged',
      validators: { etag: page.etag, bodyHash: 'hash-one' },
      hints: FRESH,
      transfer: { statusCode: 200 },
    });
    expect(extractions).toBe(0);
  });

  it('Given a fetch that failed, when it is polled, then the failure is classified and nothing is read', async () => {
    const { outcome, extractions } = await poll({ kind: 'failed', fact: gone }, { kind: 'entries', entries });
    expect(outcome).toMatchObject({ kind: 'failed', error: { type: 'gone', statusCode: 410 } });
    expect(extractions).toBe(0);
  });

  it('Given a page that is no feed, when it is polled, then that is a failure of the remote', async () => {
    const fact: FailureFact = { kind: 'not_a_feed', detail: 'this is a web page' };
    const { outcome } = await poll({ kind: 'page', page: samplePage(), hints: {} }, { kind: 'failed', fact });
    expect(outcome).toMatchObject({
      kind: 'failed',
      error: { type: 'parse_error', code: 'not_a_feed', message: 'this is a web page' },
    });
  });

  it('Given credentials in the URL, when it fails, then the request has them and the error does not', async () => {
    const feed = sampleFeed({ url: 'https://ann:s3cret@news.example/feed' });
    const { outcome, requests } = await poll(
      { kind: 'failed', fact: gone },
      { kind: 'entries', entries },
      feed,
    );
    expect(requests[0]?.url).toBe('https://ann:s3cret@news.example/feed');
    expect(outcome).toMatchObject({ error: { url: 'https://news.example/feed' } });
  });

  it.each([
    [
      'the fetch',
      () => Promise.reject(new Error('a bug')),
      async () => ({ kind: 'entries', entries }) as const,
    ],
    [
      'the reader',
      async () => ({ kind: 'page', page: samplePage(), hints: {} }) as const,
      () => Promise.reject(new Error('a bug')),
    ],
  ])(
    'Given a bug in %s, when it is polled, then it is thrown and no outcome',
    async (_given, fetch, extract) => {
      const pollSource = createPagePoll(fetch, extract);
      await expect(pollSource(sampleFeed(), new AbortController().signal)).rejects.toThrow('a bug');
    },
  );
});

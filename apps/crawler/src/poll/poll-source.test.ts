import type { FailureFact } from '@feedwarden/feed-health';
import { describe, expect, it } from '@jest/globals';
import type { FetchPage, FetchRequest, FetchResult } from '../fetch/ports.js';
import { createPageReader } from '../readers/page-reader.js';
import type { EntriesReading, ReadEntries } from '../readers/ports.js';
import type { PollOutcome } from './outcome.js';
import { createPollSource } from './poll-source.js';
import type { HostLease } from './ports.js';
import {
  forEveryType,
  recordedPoll,
  sampleEntry,
  sampleFeed,
  sampleLease,
  samplePage,
} from './testing/sample-feed.js';
import { until } from './testing/until.js';

const gone: FailureFact = { kind: 'status', status: 410, retryAfterAt: null };
const entries = [sampleEntry()];
const ENTRIES = { kind: 'entries', entries, bodyHash: 'hash-two' } as const;

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

/** A source of pages, read through this web and this reader; what is recorded is kept. */
function createPagePoll(fetchPage: FetchPage, extract: ReadEntries) {
  const read = createPageReader(fetchPage, extract);
  const recorded: { outcome: PollOutcome; durationMs: number }[] = [];
  const marks: string[] = [];
  const pollSource = createPollSource({
    readers: forEveryType(read),
    recordOutcome: async (_lease, feed, outcome, durationMs) => {
      recorded.push({ outcome, durationMs });
      return recordedPoll({ feed, outcome });
    },
    suspects: {
      suspect: async (_lease, sourceId) => void marks.push(sourceId),
      acquit: async (_lease, sourceId) => void marks.push(`not ${sourceId}`),
    },
    stopwatch: ticking(),
  });
  return { pollSource, recorded, marks };
}

/** Polls with a web and a reader that answer so, and returns what was recorded and requested. */
async function poll(fetched: FetchResult, extracted: EntriesReading, feed = sampleFeed()) {
  const requests: FetchRequest[] = [];
  let extractions = 0;
  const { pollSource, recorded } = createPagePoll(
    async (request) => {
      requests.push(request);
      return fetched;
    },
    async () => {
      extractions += 1;
      return extracted;
    },
  );
  await pollSource(sampleLease(), feed, new AbortController().signal);
  return { recorded, outcome: recorded[0]?.outcome, requests, extractions };
}

describe('pollSource', () => {
  it('records the entries of a page that changed, and how long the poll took', async () => {
    const page = samplePage();
    const { recorded } = await poll(
      { kind: 'page', page, hints: FRESH },
      {
        ...ENTRIES,
        rhythm: HOURLY,
        generator: 'Planet 2.0',
      },
    );
    const validators = {
      etag: page.etag,
      lastModified: page.lastModified,
      wireHash: 'wire-two',
      bodyHash: 'hash-two',
    };
    expect(recorded).toEqual([
      {
        outcome: {
          kind: 'stored',
          entries,
          validators,
          hints: FRESH,
          rhythm: HOURLY,
          generator: 'Planet 2.0',
          emptyEntries: 0,
          statusCode: 200,
          bytes: 6,
        },
        durationMs: 10,
      },
    ]);
  });

  it('repeats the validators of the last response in the request', async () => {
    const feed = sampleFeed({ etag: 'W/"x"', lastModified: 'Sun, 01 Mar 2026 11:00:00 GMT' });
    const { requests } = await poll({ kind: 'not_modified', hints: {} }, ENTRIES, feed);
    expect(requests).toEqual([
      { url: feed.settings.feedUrl, etag: feed.etag, lastModified: feed.lastModified },
    ]);
  });

  it('records a 304 as unchanged and reads nothing', async () => {
    const { outcome, extractions } = await poll({ kind: 'not_modified', hints: FRESH }, ENTRIES);
    expect(outcome).toEqual({
      kind: 'unchanged',
      validators: null,
      hints: FRESH,
      statusCode: 304,
      bytes: 0,
    });
    expect(extractions).toBe(0);
  });

  it('records the same body as unchanged with its new validators, and does not read it', async () => {
    const page = samplePage({ wireHash: 'wire-one' });
    const { outcome, extractions } = await poll({ kind: 'page', page, hints: FRESH }, ENTRIES);
    expect(outcome).toMatchObject({
      kind: 'unchanged',
      validators: { etag: page.etag, bodyHash: 'hash-one' },
      hints: FRESH,
      statusCode: 200,
    });
    expect(extractions).toBe(0);
  });

  it('records the fact of a failed fetch and reads nothing', async () => {
    const { outcome, extractions } = await poll({ kind: 'failed', fact: gone }, ENTRIES);
    expect(outcome).toEqual({ kind: 'failed', fact: gone, statusCode: 410, bytes: 0 });
    expect(extractions).toBe(0);
  });

  it('records a page that is not a feed as a failure of the remote', async () => {
    const fact: FailureFact = { kind: 'not_a_feed', detail: 'this is a web page' };
    const { outcome } = await poll({ kind: 'page', page: samplePage(), hints: {} }, { kind: 'failed', fact });
    expect(outcome).toMatchObject({ kind: 'failed', fact, statusCode: 200 });
  });

  it('sends the credentials of the URL', async () => {
    const feed = sampleFeed({ settings: { feedUrl: 'https://ann:s3cret@news.example/feed' } });
    const { requests } = await poll({ kind: 'failed', fact: gone }, ENTRIES, feed);
    expect(requests[0]?.url).toBe('https://ann:s3cret@news.example/feed');
  });

  it.each(['abandoning', 'lost'] as const)('ends the request when %s is aborted', async (which) => {
    const ends = { abandoning: new AbortController(), lost: new AbortController() };
    const { pollSource, recorded } = createPagePoll(
      async (_request, signal) => {
        expect(signal.aborted).toBe(false);
        ends[which].abort();
        signal.throwIfAborted();
        return { kind: 'not_modified', hints: {} };
      },
      async () => ENTRIES,
    );
    const lease = sampleLease({ lost: ends.lost.signal });
    await expect(pollSource(lease, sampleFeed(), ends.abandoning.signal)).rejects.toThrow('aborted');
    expect(recorded).toEqual([]);
  });

  it.each([
    ['the fetch', () => Promise.reject(new Error('a bug')), async () => ENTRIES],
    [
      'the reader',
      async () => ({ kind: 'page', page: samplePage(), hints: {} }) as const,
      () => Promise.reject(new Error('a bug')),
    ],
  ])('throws a bug in %s and records nothing', async (_where, fetch, extract) => {
    const { pollSource, recorded } = createPagePoll(fetch, extract);
    const polling = pollSource(sampleLease(), sampleFeed(), new AbortController().signal);
    await expect(polling).rejects.toThrow('a bug');
    expect(recorded).toEqual([]);
  });
});

describe('pollSource after a crawler has died', () => {
  const { sourceId } = sampleFeed();
  const other = '00000000-8f2b-4a55-9a53-2f7a5d0c9a12';
  const unread: FetchResult = { kind: 'not_modified', hints: {} };

  async function pollUnder(changes: Partial<HostLease>) {
    let fetches = 0;
    const { pollSource, recorded, marks } = createPagePoll(
      async () => {
        fetches += 1;
        return unread;
      },
      async () => ENTRIES,
    );
    await pollSource(sampleLease(changes), sampleFeed(), new AbortController().signal);
    return { fetches, outcome: recorded[0]?.outcome, marks };
  }

  it.each<[string, Partial<HostLease>, string[]]>([
    ['writes nothing down on an ordinary host', {}, []],
    ['writes nothing down when another feed of the host is suspect', { suspects: [other] }, []],
    [
      'writes down what it polls on a host that was taken over',
      { isTakenOver: true },
      [sourceId, `not ${sourceId}`],
    ],
    [
      'polls the next feed of the host after the suspect',
      { isTakenOver: true, suspects: [other] },
      [sourceId, `not ${sourceId}`],
    ],
    [
      'polls a suspect with care when it is due again',
      { suspects: [sourceId] },
      [sourceId, `not ${sourceId}`],
    ],
  ])('%s', async (_what, lease, marks) => {
    expect(await pollUnder(lease)).toMatchObject({ fetches: 1, outcome: { kind: 'unchanged' }, marks });
  });

  it('fails the suspect of a host that was taken over, without reading it', async () => {
    expect(await pollUnder({ isTakenOver: true, suspects: [sourceId] })).toMatchObject({
      fetches: 0,
      outcome: { kind: 'failed', fact: { kind: 'reader_crashed' } },
      // It remains suspect.
      marks: [],
    });
  });

  it('acquits a feed whose poll failed by a bug or was abandoned', async () => {
    const { pollSource, marks } = createPagePoll(
      () => Promise.reject(new Error('a bug')),
      async () => ENTRIES,
    );
    const polling = pollSource(
      sampleLease({ isTakenOver: true }),
      sampleFeed(),
      new AbortController().signal,
    );
    await expect(polling).rejects.toThrow('a bug');
    expect(marks).toEqual([sourceId, `not ${sourceId}`]);
  });

  it('polls one suspect at a time, so that a death has one suspect', async () => {
    let answer = () => {};
    const fetching: string[] = [];
    const { pollSource, marks } = createPagePoll(
      ({ url }) =>
        new Promise((resolve) => {
          fetching.push(url);
          answer = () => resolve(unread);
        }),
      async () => ENTRIES,
    );
    const lease = sampleLease({ isTakenOver: true });
    const feeds = [sampleFeed(), sampleFeed({ sourceId: other })];
    const polls = feeds.map((feed) => pollSource(lease, feed, new AbortController().signal));
    await until(() => fetching.length === 1);
    expect(marks).toEqual([sourceId]);
    answer();
    await until(() => fetching.length === 2);
    expect(marks).toEqual([sourceId, `not ${sourceId}`, other]);
    answer();
    await Promise.all(polls);
  });
});

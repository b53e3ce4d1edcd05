import { classifyFailure, type FailureFact } from '@feedwarden/feed-health';
import { describe, expect, it } from '@jest/globals';
import type { FetchRequest, FetchResult } from '../../fetch/ports.js';
import type { Feed } from '../../poll/feed.js';
import { type FeedChanges, sampleEntry, sampleFeed, samplePage } from '../../poll/testing/sample-feed.js';
import type { TimelinePage } from './x-pages.js';
import { type ApiReading, createTwitterReader } from './x-reader.js';

const API = 'https://api.example';
const user = { id: '42', name: 'NASA' };
const memory = { userId: '42', userName: 'NASA', sinceId: '100' };
const entries = [sampleEntry()];
const failure = (fact: FailureFact) => ({ kind: 'failed' as const, fact });
const missing: FailureFact = { kind: 'status', status: 404, retryAfterAt: null };
const account = ({ settings, ...changes }: FeedChanges = {}) =>
  sampleFeed({ settings: { type: 'twitter', feedUrl: 'https://x.com/nasa', ...settings }, ...changes });

interface Given {
  feed?: Feed;
  apiKey?: string | null;
  /** What the web answers, request by request; a page when nothing is said. */
  answers?: FetchResult[];
  who?: ApiReading<typeof user>;
  /** What its pages hold, one after another; the last one again when there are no more. */
  timeline?: ApiReading<TimelinePage>[];
}

const timelinePage = (changes: Partial<TimelinePage> = {}): ApiReading<TimelinePage> => ({
  kind: 'read',
  value: { entries, newestId: '101', oldestId: '101', nextToken: null, currentName: null, ...changes },
});

/** Reads once with an API that answers so, and tells what it was asked. */
async function read({ feed = account(), apiKey = 'abc', answers = [], who, timeline = [] }: Given) {
  const requests: FetchRequest[] = [];
  const keysAsked: string[] = [];
  const reader = createTwitterReader({
    fetchPage: async (request) => {
      requests.push(request);
      return answers.shift() ?? { kind: 'page', page: samplePage({ text: 'ten bytes.' }), hints: {} };
    },
    apiKeyOf: async (sourceId) => {
      keysAsked.push(sourceId);
      return apiKey;
    },
    apiUrl: API,
    readUser: async () => who ?? { kind: 'read', value: user },
    readTimeline: async () => (timeline.length > 1 ? timeline.shift() : timeline[0]) ?? timelinePage(),
  });
  const result = await reader(feed, new AbortController().signal);
  return { result, requests, keysAsked, paths: requests.map(({ url }) => url.slice(API.length)) };
}

const LOOKUP = '/2/users/by/username/nasa';
const POSTS =
  '/2/users/42/tweets?max_results=100&exclude=replies,retweets' +
  '&tweet.fields=created_at,author_id,note_tweet,entities,attachments,referenced_tweets' +
  '&expansions=author_id,attachments.media_keys,referenced_tweets.id,referenced_tweets.id.author_id' +
  '&media.fields=url,preview_image_url,alt_text,duration_ms,variants';

const limited: FailureFact = {
  kind: 'status',
  status: 429,
  retryAfterAt: new Date('2026-03-01T12:00:00Z'),
};
const page: FetchResult = { kind: 'page', page: samplePage({ text: 'ten bytes.' }), hints: {} };

describe('the reader of timelines', () => {
  it('looks up, reads and remembers an unknown account', async () => {
    const { result, paths, requests, keysAsked } = await read({});
    expect(paths).toEqual([LOOKUP, POSTS]);
    expect(requests.map(({ headers }) => headers)).toEqual(Array(2).fill({ authorization: 'Bearer abc' }));
    expect(keysAsked).toEqual([account().sourceId]);
    expect(result).toEqual({
      kind: 'stored',
      entries,
      validators: null,
      memory: { userId: '42', userName: 'NASA', sinceId: '101' },
      statusCode: 200,
      bytes: 20,
    });
  });

  it('asks a known account only for newer posts', async () => {
    const { result, paths } = await read({ feed: account({ readerMemory: memory }) });
    expect(paths).toEqual([`${POSTS}&since_id=100`]);
    expect(result).toMatchObject({ memory: { ...memory, sinceId: '101' }, bytes: 10 });
  });

  it.each([
    ['of another account', { ...memory, userName: 'esa' }],
    ['of something else', { seen: 'https://news.example/1' }],
  ])('ignores a memory %s', async (_given, readerMemory) => {
    const { paths } = await read({ feed: account({ readerMemory }) });
    expect(paths).toEqual([LOOKUP, POSTS]);
  });

  it.each([
    ['none, and none before', undefined, null, undefined],
    ['none, and some before', '100', null, '100'],
    ['newer ones', '9007199254740992', '9007199254740993', '9007199254740993'],
    ['more digits', '999', '1000', '1000'],
    ['only older ones', '1000', '999', '1000'],
  ])('remembers the highest id of %s', async (_given, sinceId, newestId, kept) => {
    const { result } = await read({
      feed: account({ readerMemory: { userId: '42', userName: 'NASA', ...(sinceId && { sinceId }) } }),
      timeline: [timelinePage({ entries: [], newestId, oldestId: newestId })],
    });
    const expected = { userId: '42', userName: 'NASA', ...(kept && { sinceId: kept }) };
    expect(result).toMatchObject({ kind: 'stored', entries: [] });
    expect(result).toHaveProperty('memory', expected);
  });

  it('follows the pages of a known account back to the newest post of the last poll', async () => {
    const { result, paths } = await read({
      feed: account({ readerMemory: memory }),
      timeline: [
        timelinePage({ newestId: '390', oldestId: '300', nextToken: 'a/b' }),
        timelinePage({ entries: [], newestId: null, oldestId: null, nextToken: 'c' }),
        timelinePage({ newestId: '299', oldestId: '101' }),
      ],
    });
    const since = `${POSTS}&since_id=100`;
    expect(paths).toEqual([since, `${since}&pagination_token=a%2Fb`, `${since}&pagination_token=c`]);
    expect(result).toMatchObject({
      entries: [...entries, ...entries],
      memory: { ...memory, sinceId: '390' },
    });
  });

  it('reads one page of an account that was never read', async () => {
    const { result, paths } = await read({ timeline: [timelinePage({ nextToken: 'more' })] });
    expect(paths).toEqual([LOOKUP, POSTS]);
    expect(result).toHaveProperty('memory', { userId: '42', userName: 'NASA', sinceId: '101' });
  });

  it('reads ten pages at most, and what is left first in the next poll', async () => {
    const endless = Array.from({ length: 12 }, (_, index) =>
      timelinePage({ newestId: `${990 - index * 10}`, oldestId: `${981 - index * 10}`, nextToken: 'more' }),
    );
    const first = await read({ feed: account({ readerMemory: memory }), timeline: endless });
    expect(first.paths).toHaveLength(10);
    const withGap = { ...memory, gapUntilId: '891', gapNewestId: '990' };
    expect(first.result).toHaveProperty('memory', withGap);

    const second = await read({
      feed: account({ readerMemory: withGap }),
      timeline: [
        timelinePage({ newestId: '890', oldestId: '101' }),
        timelinePage({ newestId: '1001', oldestId: '991' }),
      ],
    });
    expect(second.paths).toEqual([`${POSTS}&since_id=100&until_id=891`, `${POSTS}&since_id=990`]);
    expect(second.result).toHaveProperty('memory', { ...memory, sinceId: '1001' });
  });

  it('keeps the pages before one that fails, and goes on behind them in the next poll', async () => {
    const { result, paths } = await read({
      feed: account({ readerMemory: memory }),
      answers: [page, failure(limited)],
      timeline: [timelinePage({ newestId: '390', oldestId: '300', nextToken: 'a' })],
    });
    expect(paths).toHaveLength(2);
    expect(result).toEqual({
      kind: 'stored',
      entries,
      validators: null,
      memory: { ...memory, gapUntilId: '300', gapNewestId: '390' },
      hints: { retryAfterAt: limited.retryAfterAt },
      statusCode: 200,
      bytes: 10,
    });
  });

  it('proposes the new address of an account that was renamed, as long as the source has the old one', async () => {
    const renamed = { ...memory, currentName: 'spaceagency' };
    const proposal = { kind: 'stored', proposedUrl: 'https://x.com/spaceagency' };
    const first = await read({
      feed: account({ readerMemory: memory }),
      timeline: [timelinePage({ currentName: 'spaceagency' })],
    });
    expect(first.result).toMatchObject({ ...proposal, memory: { ...renamed, sinceId: '101' } });
    const quiet = timelinePage({ entries: [], newestId: null, oldestId: null });
    const second = await read({ feed: account({ readerMemory: renamed }), timeline: [quiet] });
    expect(second.result).toMatchObject({ ...proposal, memory: renamed });
  });

  it('proposes nothing when only the capital letters of a name have changed', async () => {
    const { result } = await read({ timeline: [timelinePage({ currentName: 'NaSa' })] });
    expect(result).not.toHaveProperty('proposedUrl');
  });

  it('sends no request for an owner without a key, and says how to add one', async () => {
    const { result, paths } = await read({ apiKey: null });
    expect(paths).toEqual([]);
    if (result.kind !== 'failed') throw new Error('it did not fail');
    const error = classifyFailure(result.fact, 'https://x.com/nasa');
    expect(error).toMatchObject({ type: 'unexpected', level: 'error', statusCode: 0 });
    expect(error.message).toMatch(/no API key for twitter: .*PUT \/api\/v1\/credentials\/twitter/);
  });

  it.each([
    'https://x.com/NASA/',
    'https://twitter.com/nasa?s=21',
    'https://mobile.twitter.com/nasa#top',
    'https://WWW.X.com/nasa',
  ])('finds the account in the URL %s', async (url) => {
    const { paths } = await read({ feed: account({ settings: { feedUrl: url } }) });
    expect(paths[0]?.toLowerCase()).toBe(LOOKUP);
  });

  it.each([null, '', 'https://x.com/', 'https://x.com/nasa/status/1', 'https://x.com.evil.example/nasa'])(
    'rejects the URL %s without asking for a key',
    async (url) => {
      const { result, keysAsked } = await read({ feed: account({ settings: { feedUrl: url } }) });
      expect(result).toMatchObject({ kind: 'failed', fact: { kind: 'invalid_url' }, statusCode: 0 });
      expect(keysAsked).toEqual([]);
    },
  );

  const malformed: FailureFact = { kind: 'malformed', detail: 'odd' };
  const timeout: FailureFact = { kind: 'timeout', seconds: 30 };
  it.each<[string, Given, FailureFact, number, number]>([
    ['a limit at the look-up', { answers: [failure(limited)] }, limited, 429, 0],
    ['a limit at the timeline', { answers: [page, failure(limited)] }, limited, 429, 10],
    ['no answer', { answers: [failure(timeout)] }, timeout, 0, 0],
    ['an account that is not there', { who: failure(missing) }, missing, 404, 10],
    ['a timeline that is not there', { timeline: [failure(missing)] }, missing, 404, 20],
    ['an odd answer', { timeline: [failure(malformed)] }, malformed, 200, 20],
    ['a 304', { answers: [{ kind: 'not_modified', hints: {} }] }, { ...missing, status: 304 }, 304, 0],
  ])('reports %s as a failure', async (_given, given, fact, statusCode, bytes) => {
    expect((await read(given)).result).toEqual({ kind: 'failed', fact, statusCode, bytes });
  });

  it('throws when the key cannot be fetched, which is not the fault of the source', async () => {
    const unreachable = new Error('source-manager cannot be reached');
    const reader = createTwitterReader({
      fetchPage: () => Promise.reject(new Error('not to be asked')),
      apiKeyOf: () => Promise.reject(unreachable),
      apiUrl: API,
      readUser: async () => failure(missing),
      readTimeline: async () => failure(missing),
    });
    await expect(reader(account(), new AbortController().signal)).rejects.toBe(unreachable);
  });
});

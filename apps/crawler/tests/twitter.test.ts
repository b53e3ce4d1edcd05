import type { IncomingMessage, RequestListener } from 'node:http';
import { inspect } from 'node:util';
import { createAddressGuard } from '@feedwarden/guarded-fetch';
import { captureLogs, startTestWebServer, type TestWebServer } from '@feedwarden/test-kit';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { createFetchPage } from '../src/fetch/fetch-page.js';
import type { Feed } from '../src/poll/feed.js';
import { createPollHost } from '../src/poll/poll-host.js';
import type { ReadSource, RecordedPoll } from '../src/poll/ports.js';
import { forEveryType, sampleFeed, sampleLease } from '../src/poll/testing/sample-feed.js';
import { createTwitterReader } from '../src/readers/x/x-reader.js';
import { inProcessDocuments } from '../src/reading/testing/in-process.js';
import { createStorelessPoll, pollOnce } from './poll-once.js';

const API_KEY = 'AAAA-the-key-of-the-owner';
const TWEET = { id: '1900000000000000001', text: 'Hello', created_at: '2026-03-01T10:00:00.000Z' };

let api: TestWebServer;
let other: TestWebServer;
beforeEach(async () => {
  api = await startTestWebServer(({ url }, response) => {
    const isLookup = url?.startsWith('/2/users/by/username/');
    const isNews = !url?.includes('since_id');
    const posts = isNews ? { data: [TWEET], meta: { result_count: 1 } } : { meta: { result_count: 0 } };
    response.end(JSON.stringify(isLookup ? { data: { id: '42', username: 'NASA' } } : posts));
  });
  other = await startTestWebServer((_request, response) => response.end('{"data": "elsewhere"}'));
});
afterEach(async () => {
  await api.close();
  await other.close();
});

/** The poll of one source, as the crawler does it. */
function pollSource(apiKey: string | null, apiUrl = api.url) {
  const { agents } = createAddressGuard({ allow: ['127.0.0.1'] });
  const fetchPage = createFetchPage({ timeoutSeconds: 5, maxBytes: 100_000, userAgent: 'test', agents });
  const twitter = createTwitterReader({
    fetchPage,
    apiKeyOf: async () => apiKey,
    apiUrl,
    readUser: inProcessDocuments.readTwitterUser,
    readTimeline: inProcessDocuments.readTwitterTimeline,
  });
  const unused: ReadSource = () => Promise.reject(new Error('another type'));
  return createStorelessPoll({ ...forEveryType(unused), twitter });
}

function account(changes: Partial<Feed> = {}): Feed {
  return sampleFeed({ settings: { type: 'twitter', feedUrl: 'https://x.com/nasa' }, ...changes });
}

const poll = (feed = account(), apiKey: string | null = API_KEY): Promise<RecordedPoll> =>
  pollOnce(pollSource(apiKey), feed);

const pathOf = ({ url }: IncomingMessage) => url?.split('?')[0];
const keyIn = ({ headers }: IncomingMessage) => headers.authorization;

describe('polling an account', () => {
  it('asks only for newer posts in the second poll of an account', async () => {
    const { outcome: first } = await poll();
    expect(first).toMatchObject({
      kind: 'stored',
      entries: [{ guid: `https://x.com/NASA/status/${TWEET.id}`, body: 'Hello', author: 'NASA' }],
      memory: { userId: '42', userName: 'NASA', sinceId: TWEET.id },
    });
    expect(api.requests.map(pathOf)).toEqual(['/2/users/by/username/nasa', '/2/users/42/tweets']);

    const memory = first.kind === 'stored' ? first.memory : undefined;
    const { outcome: second } = await poll(account({ readerMemory: memory ?? null }));
    expect(second).toMatchObject({ kind: 'stored', entries: [], memory });
    const [last, ...more] = api.requests.slice(2);
    expect(more).toEqual([]);
    expect(new URL(last?.url ?? '', api.url).searchParams.get('since_id')).toBe(TWEET.id);
    expect(api.requests.map(keyIn)).toEqual(Array(3).fill(`Bearer ${API_KEY}`));
  });

  it('loses none of 250 posts between two polls, nor the pictures and quotations among them', async () => {
    const count = 250;
    const posts = Array.from({ length: count }, (_, index) => ({
      id: String(1_900_000_000_000_000_001n + BigInt(count - index)),
      text: `Post ${count - index}`,
      author_id: '42',
      ...(index === 120 && { attachments: { media_keys: ['3_1'] } }),
      ...(index === 240 && { referenced_tweets: [{ type: 'quoted', id: '9' }] }),
    }));
    const includes = {
      users: [{ id: '42', username: 'NASA' }],
      media: [{ media_key: '3_1', type: 'photo', url: 'https://pbs.twimg.example/a.jpg' }],
      tweets: [{ id: '9', text: 'Quoted words' }],
    };
    api.answer(({ url }, response) => {
      const query = new URL(url ?? '', api.url).searchParams;
      const from = Number(query.get('pagination_token') ?? 0);
      const next_token = from + 100 < count ? String(from + 100) : undefined;
      const data = posts.slice(from, from + 100);
      response.end(JSON.stringify({ data, includes, meta: { result_count: data.length, next_token } }));
    });
    const readerMemory = { userId: '42', userName: 'NASA', sinceId: TWEET.id };
    const { outcome } = await poll(account({ readerMemory }));
    if (outcome.kind !== 'stored') throw new Error('the poll failed');
    expect(new Set(outcome.entries.map(({ guid }) => guid)).size).toBe(count);
    expect(outcome.memory).toEqual({ ...readerMemory, sinceId: posts[0]?.id });
    expect(outcome.entries[120]).toMatchObject({ details: { image: 'https://pbs.twimg.example/a.jpg' } });
    expect(outcome.entries[240]).toMatchObject({ body: expect.stringContaining('Quoted words') });
    expect(api.requests).toHaveLength(3);
  });

  it('says that an account is suspended', async () => {
    const errors = [{ title: 'Forbidden', detail: 'User has been suspended: [nasa].' }];
    api.answer((_request, response) => response.end(JSON.stringify({ errors })));
    const { error } = await poll();
    expect(error).toMatchObject({ type: 'not_found', message: 'X has suspended the account (HTTP 404)' });
  });

  it('does not send the key where the API redirects', async () => {
    api.answer((_request, response) => response.writeHead(302, { location: other.url }).end());
    expect(await poll()).toMatchObject({ outcome: { kind: 'failed' }, error: { type: 'parse_error' } });
    expect(api.requests.map(keyIn)).toEqual([`Bearer ${API_KEY}`]);
    expect(other.requests.map(keyIn)).toEqual([undefined]);
  });

  it.each([
    [401, 'unexpected', 'error'],
    [403, 'forbidden', 'warn'],
    [404, 'not_found', 'warn'],
    [429, 'rate_limited', 'warn'],
    [503, 'upstream_failure', 'warn'],
  ])('classifies %i from the API as %s', async (status, type, level) => {
    api.answer((_request, response) => response.writeHead(status).end('{"title": "no"}'));
    expect(await poll()).toMatchObject({
      outcome: { kind: 'failed' },
      error: { type, level, statusCode: status },
    });
  });

  it('reports when a rate limit ends', async () => {
    api.answer((_request, response) => response.writeHead(429, { 'x-rate-limit-reset': '1900000000' }).end());
    const retryAfterAt = new Date(1_900_000_000_000);
    expect(await poll()).toMatchObject({ error: { type: 'rate_limited', retryAfterAt } });
  });

  it('reports a missing account as not found', async () => {
    api.answer((_request, response) => response.end('{"errors": [{"title": "Not Found Error"}]}'));
    expect(await poll()).toMatchObject({ error: { type: 'not_found', statusCode: 404 } });
  });

  it('fails as unexpected without a request when there is no key', async () => {
    expect(await poll(account(), null)).toMatchObject({ error: { type: 'unexpected', level: 'error' } });
    expect(api.requests).toEqual([]);
  });
});

describe('the key of an owner', () => {
  it.each<{ given: string; answer?: RequestListener; apiUrl?: string }>([
    { given: 'all is well' },
    { given: 'the API says no', answer: (_request, response) => response.writeHead(401).end() },
    { given: 'the API sends it back', answer: (request, response) => response.end(keyIn(request)) },
    { given: 'the connection is cut', answer: ({ socket }) => socket.resetAndDestroy() },
    { given: 'nobody listens', apiUrl: 'http://127.0.0.1:1' },
    { given: 'the address is refused', apiUrl: 'http://127.0.0.2:9' },
  ])('keeps the key out of every outcome when $given', async ({ answer, apiUrl }) => {
    if (answer) api.answer(answer);
    const recorded = await pollOnce(pollSource(API_KEY, apiUrl), account());
    expect(inspect(recorded, { depth: null, showHidden: true })).not.toContain(API_KEY);
  });

  it('postpones the poll when the key fits no header, and logs no key', async () => {
    const { logger, lines } = captureLogs('trace');
    const postponed: string[] = [];
    const feed = account();
    const pollHost = createPollHost({
      dueFeeds: async () => [feed],
      pollSource: pollSource(`${API_KEY}\n`),
      postpone: async (_lease, { sourceId }) => void postponed.push(sourceId),
      isOutage: () => false,
      delays: { byHost: new Map(), byType: new Map() },
      logger,
    });
    const { signal } = new AbortController();
    await pollHost(sampleLease(), { finishing: signal, abandoning: signal });
    expect(postponed).toEqual([feed.sourceId]);
    expect(lines).toHaveLength(1);
    expect(JSON.stringify(lines)).not.toContain(API_KEY);
  });
});

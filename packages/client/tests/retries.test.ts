import type { RequestListener } from 'node:http';
import { sampleSource, startTestWebServer, type TestWebServer } from '@feedwarden/test-kit';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import {
  ApiError,
  ApiUnreachableError,
  type ClientOptions,
  createSourceClient,
  type SourceClient,
} from '../src/index.js';

const source = sampleSource();
const status =
  (code: number, headers: Record<string, string> = {}): RequestListener =>
  (_request, response) =>
    void response.writeHead(code, headers).end();
const cut: RequestListener = (_request, response) => void response.destroy();
const answered: RequestListener = (_request, response) => void response.end(JSON.stringify(source));

let server: TestWebServer;
let waits: number[] = [];
beforeAll(async () => {
  server = await startTestWebServer(answered);
});
beforeEach(() => {
  waits = [];
  server.requests.length = 0;
});
afterAll(() => server.close());

/** The server answers with these in turn, the last one for ever. */
function answers(...listeners: RequestListener[]): void {
  server.answer((request, response) => {
    const listener = listeners.length > 1 ? listeners.shift() : listeners[0];
    listener?.(request, response);
  });
}

const client = (options: Partial<ClientOptions> = {}) =>
  createSourceClient({
    baseUrl: server.url,
    token: async () => 'a.b.c',
    sleep: async (ms) => void waits.push(ms),
    random: () => 1,
    ...options,
  });

describe('a call that fails', () => {
  it.each([
    ['429', status(429)],
    ['502', status(502)],
    ['503', status(503)],
    ['504', status(504)],
    ['a cut connection', cut],
  ])('succeeds at the third attempt after growing waits, given %s twice', async (_given, trouble) => {
    answers(trouble, trouble, answered);
    expect(await client().getSource(source.id)).toEqual(source);
    expect(waits).toEqual([250, 500]);
  });

  it.each([400, 401, 403, 404, 409, 410, 412, 500])('is not repeated after a %i', async (code) => {
    answers(status(code));
    await expect(client().getSource(source.id)).rejects.toMatchObject({ status: code });
    expect(server.requests).toHaveLength(1);
  });

  it('throws the last failure when the attempts are used up', async () => {
    answers(status(503), status(503), cut);
    await expect(client({ retry: { retries: 2 } }).getSource(source.id)).rejects.toBeInstanceOf(
      ApiUnreachableError,
    );
    expect(server.requests).toHaveLength(3);
  });

  it('is not repeated when retries are off', async () => {
    answers(status(503), answered);
    await expect(client({ retry: false }).getSource(source.id)).rejects.toBeInstanceOf(ApiError);
    expect(server.requests).toHaveLength(1);
  });

  it.each<{ call: string; make: (client: SourceClient) => Promise<unknown>; attempts: number }>([
    { call: 'a PATCH', make: (c) => c.changeSource(source.id, { enabled: true }), attempts: 2 },
    { call: 'a DELETE', make: (c) => c.deleteSource(source.id), attempts: 2 },
    {
      call: 'a POST with a key',
      make: (c) => c.createSource({ name: 'x' }, {}, { idempotencyKey: 'k' }),
      attempts: 2,
    },
    { call: 'a POST without a key', make: (c) => c.createSource({ name: 'x' }), attempts: 1 },
  ])('is sent $attempts times in all, given $call whose response is lost', async ({ make, attempts }) => {
    answers(cut, answered);
    await make(client()).catch((error: unknown) => expect(error).toBeInstanceOf(ApiUnreachableError));
    expect(server.requests).toHaveLength(attempts);
    const keys = server.requests.map(({ headers }) => headers['idempotency-key']);
    expect(new Set(keys).size).toBe(1);
  });

  it('is repeated no sooner than Retry-After says', async () => {
    answers(status(503, { 'retry-after': '3' }), answered);
    await client().getSource(source.id);
    expect(waits).toEqual([3000]);
  });

  it('is not repeated given a Retry-After of an hour, which the error carries', async () => {
    answers(status(429, { 'retry-after': '3600' }));
    await expect(client().getSource(source.id)).rejects.toMatchObject({
      status: 429,
      retryAfterMs: 3_600_000,
    });
    expect(waits).toEqual([]);
  });
});

describe('a call that is cancelled', () => {
  it('throws the reason of the signal during the request', async () => {
    const stop = new AbortController();
    answers(() => stop.abort(new Error('no longer needed')));
    await expect(client().getSource(source.id, { signal: stop.signal })).rejects.toThrow('no longer needed');
    expect(server.requests).toHaveLength(1);
  });

  it('ends during the wait between two attempts', async () => {
    const stop = new AbortController();
    answers((request, response) => {
      status(503, { 'retry-after': '9' })(request, response);
      setTimeout(() => stop.abort(new Error('no longer needed')), 50);
    });
    const waiting = createSourceClient({ baseUrl: server.url, token: async () => 'a.b.c' });
    await expect(waiting.getSource(source.id, { signal: stop.signal })).rejects.toThrow('no longer needed');
    expect(server.requests).toHaveLength(1);
  });

  it('sends nothing when the signal was aborted before', async () => {
    const signal = AbortSignal.abort(new Error('too late'));
    await expect(client().listSources({}, { signal })).rejects.toThrow('too late');
    expect(server.requests).toHaveLength(0);
  });
});

describe('a token that is refused', () => {
  const refused = status(401, { date: 'Sun, 01 Mar 2026 12:00:00 GMT' });

  it.each(['getSource', 'createSource'] as const)(
    'is replaced, and %s is tried once more, if a new one may help',
    async (method) => {
      answers(refused, answered);
      const dates: unknown[] = [];
      let tokens = 0;
      const sources = client({
        retry: false,
        token: async () => `token.${++tokens}`,
        tokenRefused: ({ date }) => dates.push(date) === 1,
      });
      await (method === 'getSource' ? sources.getSource(source.id) : sources.createSource({ name: 'a' }));
      expect(dates).toEqual([new Date('2026-03-01T12:00:00Z')]);
      expect(server.requests.map(({ headers }) => headers.authorization)).toEqual([
        'Bearer token.1',
        'Bearer token.2',
      ]);
    },
  );

  it.each([
    ['once', true, 2],
    ['never, if a new one does not help', false, 1],
  ])('is replaced %s', async (_times, mayHelp, requests) => {
    answers(refused);
    const call = client({ tokenRefused: () => mayHelp }).getSource(source.id);
    await expect(call).rejects.toMatchObject({ status: 401 });
    expect(server.requests).toHaveLength(requests);
  });
});

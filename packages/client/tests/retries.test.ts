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

describe('trying again', () => {
  it.each([
    ['429', status(429)],
    ['502', status(502)],
    ['503', status(503)],
    ['504', status(504)],
    ['a cut connection', cut],
  ])(
    'Given %s twice, when a source is read, then the third attempt answers after growing waits',
    async (_given, trouble) => {
      answers(trouble, trouble, answered);
      expect(await client().getSource(source.id)).toEqual(source);
      expect(waits).toEqual([250, 500]);
    },
  );

  it.each([400, 401, 403, 404, 409, 410, 412, 500])(
    'Given %i, when a source is read, then once is enough',
    async (code) => {
      answers(status(code));
      await expect(client().getSource(source.id)).rejects.toMatchObject({ status: code });
      expect(server.requests).toHaveLength(1);
    },
  );

  it('Given trouble without end, when the attempts are used up, then the last trouble is told', async () => {
    answers(status(503), status(503), cut);
    await expect(client({ retry: { retries: 2 } }).getSource(source.id)).rejects.toBeInstanceOf(
      ApiUnreachableError,
    );
    expect(server.requests).toHaveLength(3);
  });

  it('Given retries switched off, when there is trouble, then it is told at once', async () => {
    answers(status(503), answered);
    await expect(client({ retry: false }).getSource(source.id)).rejects.toBeInstanceOf(ApiError);
    expect(server.requests).toHaveLength(1);
  });

  it.each<{ call: string; make: (client: SourceClient) => Promise<unknown>; attempts: number }>([
    { call: 'a PATCH', make: (c) => c.changeSource(source.id, { enabled: true }), attempts: 2 },
    { call: 'a DELETE', make: (c) => c.deleteSource(source.id), attempts: 2 },
    {
      call: 'a POST with a key',
      make: (c) => c.createSource({ name: 'x' }, { idempotencyKey: 'k' }),
      attempts: 2,
    },
    { call: 'a POST without a key', make: (c) => c.createSource({ name: 'x' }), attempts: 1 },
  ])('Given $call whose answer is lost, then it is sent $attempts times', async ({ make, attempts }) => {
    answers(cut, answered);
    await make(client()).catch((error: unknown) => expect(error).toBeInstanceOf(ApiUnreachableError));
    expect(server.requests).toHaveLength(attempts);
    const keys = server.requests.map(({ headers }) => headers['idempotency-key']);
    expect(new Set(keys).size).toBe(1);
  });

  it('Given a Retry-After, when it is tried again, then not before that', async () => {
    answers(status(503, { 'retry-after': '3' }), answered);
    await client().getSource(source.id);
    expect(waits).toEqual([3000]);
  });

  it('Given a Retry-After of an hour, when there is trouble, then it is told at once with the time', async () => {
    answers(status(429, { 'retry-after': '3600' }));
    await expect(client().getSource(source.id)).rejects.toMatchObject({
      status: 429,
      retryAfterMs: 3_600_000,
    });
    expect(waits).toEqual([]);
  });
});

describe('cancelling', () => {
  it('Given a request under way, when it is cancelled, then the reason of the signal is told', async () => {
    const stop = new AbortController();
    answers(() => stop.abort(new Error('no longer needed')));
    await expect(client().getSource(source.id, { signal: stop.signal })).rejects.toThrow('no longer needed');
    expect(server.requests).toHaveLength(1);
  });

  it('Given a wait between two attempts, when it is cancelled, then it ends and nothing more is asked', async () => {
    const stop = new AbortController();
    answers((request, response) => {
      status(503, { 'retry-after': '9' })(request, response);
      setTimeout(() => stop.abort(new Error('no longer needed')), 50);
    });
    const waiting = createSourceClient({ baseUrl: server.url, token: async () => 'a.b.c' });
    await expect(waiting.getSource(source.id, { signal: stop.signal })).rejects.toThrow('no longer needed');
    expect(server.requests).toHaveLength(1);
  });

  it('Given a signal that is aborted already, when a call is made, then nothing is asked', async () => {
    const signal = AbortSignal.abort(new Error('too late'));
    await expect(client().listSources({}, { signal })).rejects.toThrow('too late');
    expect(server.requests).toHaveLength(0);
  });
});

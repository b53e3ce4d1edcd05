import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { sampleSource } from '@feedwarden/test-kit';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { ApiError, ApiUnreachableError, createSourceClient, type SourceClient } from '../src/index.js';

const ID = '6f1c2f0e-8f2b-4a55-9a53-2f7a5d0c9a11';
const source = sampleSource({ id: ID });
const rule = { disableAfter: 3, cooldownSeconds: 60 };
const policies = {
  default: 'typed',
  permanent: { maxFailures: 5 },
  quarantine: { maxFailures: 5 },
  typed: {
    rules: {
      rate_limited: rule,
      forbidden: rule,
      not_found: rule,
      gone: rule,
      upstream_failure: rule,
      network: rule,
      parse_error: rule,
      unexpected: rule,
    },
  },
  unknownReasonCooldownSeconds: 60,
  maxBackoffHours: 24,
  version: 'v1',
};
const page = { items: [source], nextCursor: null };
const changes = { items: [], nextCursor: 'c2', more: false, policyVersion: 'v1' };
const webhook = {
  id: ID,
  url: 'https://hooks.example/',
  events: ['disabled'],
  createdAt: '2026-03-01T12:00:00.000Z',
  goneAt: null,
  failuresInARow: 0,
};
const command = { commandId: ID, healthEpoch: 0, decidedAt: '2026-03-01T12:00:00.000Z' };

interface SeenRequest {
  line: string;
  authorization: string | undefined;
  contentType: string | undefined;
  ifMatch?: string | undefined;
  body: unknown;
}

type Answer = (response: ServerResponse) => void;
const json =
  (status: number, body: unknown): Answer =>
  (response) =>
    void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));

let server: Server;
let origin = '';
let seen: SeenRequest[] = [];
let answer: Answer;

async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const text = Buffer.concat(chunks).toString();
  seen.push({
    line: `${request.method} ${request.url}`,
    authorization: request.headers.authorization,
    contentType: request.headers['content-type'],
    ...(request.headers['if-match'] && { ifMatch: request.headers['if-match'] }),
    body: text === '' ? undefined : JSON.parse(text),
  });
  answer(response);
}

beforeAll(async () => {
  server = createServer((request, response) => void handle(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
beforeEach(() => {
  seen = [];
  answer = json(200, source);
});
afterAll(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

const client = (timeoutMs = 5000) =>
  createSourceClient({ baseUrl: origin, token: async () => 'a.b.c', timeoutMs, retry: false });

const failure = async (call: Promise<unknown>): Promise<unknown> =>
  call.then(
    () => 'no failure',
    (error: unknown) => error,
  );

describe('the calls of the source client', () => {
  it.each<{
    call: string;
    make: (client: SourceClient) => Promise<unknown>;
    line: string;
    body?: unknown;
    answers?: unknown;
  }>([
    { call: 'listSources', make: (c) => c.listSources(), line: 'GET /api/v1/sources', answers: page },
    {
      call: 'listSources with filters',
      make: (c) => c.listSources({ feed_active: true, enabled: false, cursor: 'a&b=c d', limit: 5 }),
      line: 'GET /api/v1/sources?feed_active=true&enabled=false&cursor=a%26b%3Dc+d&limit=5',
      answers: page,
    },
    {
      call: 'sourceChanges',
      make: (c) => c.sourceChanges({}),
      line: 'GET /api/v1/sources/changes',
      answers: changes,
    },
    {
      call: 'sourceChanges after a cursor',
      make: (c) => c.sourceChanges({ cursor: 'c/1' }),
      line: 'GET /api/v1/sources/changes?cursor=c%2F1',
      answers: changes,
    },
    { call: 'getSource', make: (c) => c.getSource(ID), line: `GET /api/v1/sources/${ID}` },
    {
      call: 'getSource with an odd id',
      make: (c) => c.getSource('../x?y'),
      line: 'GET /api/v1/sources/..%2Fx%3Fy',
    },
    {
      call: 'createSource',
      make: (c) => c.createSource({ name: 'News' }),
      line: 'POST /api/v1/sources',
      body: { name: 'News' },
    },
    {
      call: 'changeManySources',
      make: (c) => c.changeManySources({ action: 'disable', filter: { host: 'a.example' } }),
      line: 'POST /api/v1/sources/bulk',
      body: { action: 'disable', filter: { host: 'a.example' } },
      answers: { dryRun: false, matched: 0, changed: 0, sample: [] },
    },
    {
      call: 'changeSource',
      make: (c) => c.changeSource(ID, { enabled: false }),
      line: `PATCH /api/v1/sources/${ID}`,
      body: { enabled: false },
    },
    {
      call: 'disableFeed',
      make: (c) => c.disableFeed(ID, { reason: 'gone', command }),
      line: `PATCH /api/v1/sources/${ID}/feed-disable`,
      body: { reason: 'gone', command },
    },
    {
      call: 'enableFeed',
      make: (c) => c.enableFeed(ID),
      line: `PATCH /api/v1/sources/${ID}/feed-enable`,
      body: {},
    },
    {
      call: 'createSource with a key',
      make: (c) => c.createSource({ name: 'News' }, { idempotencyKey: 'k1' }),
      line: 'POST /api/v1/sources',
      body: { name: 'News' },
    },
    {
      call: 'quarantine',
      make: (c) => c.quarantineSource(ID, { reason: 'looks odd' }),
      line: `PATCH /api/v1/sources/${ID}/quarantine`,
      body: { reason: 'looks odd' },
    },
    {
      call: 'release',
      make: (c) => c.releaseSource(ID),
      line: `PATCH /api/v1/sources/${ID}/release`,
      body: {},
    },
    {
      call: 'putCredential',
      make: (c) => c.putCredential('twitter', { apiKey: 'secret' }),
      line: 'PUT /api/v1/credentials/twitter',
      body: { apiKey: 'secret' },
      answers: { provider: 'twitter', updatedAt: '2026-03-01T12:00:00.000Z' },
    },
    {
      call: 'listWebhooks',
      make: (c) => c.listWebhooks(),
      line: 'GET /api/v1/webhooks',
      answers: { items: [webhook], nextCursor: null },
    },
    {
      call: 'createWebhook',
      make: (c) => c.createWebhook({ url: webhook.url }),
      line: 'POST /api/v1/webhooks',
      body: { url: webhook.url },
      answers: { ...webhook, secret: 'whsec_abc' },
    },
    {
      call: 'testWebhook',
      make: (c) => c.testWebhook(ID),
      line: `POST /api/v1/webhooks/${ID}/test`,
      answers: { delivered: false, status: 500, error: 'HTTP 500', durationMs: 12 },
    },
    {
      call: 'webhookDeliveries',
      make: (c) => c.webhookDeliveries(ID, { limit: 3 }),
      line: `GET /api/v1/webhooks/${ID}/deliveries?limit=3`,
      answers: { items: [], nextCursor: null },
    },
    {
      call: 'sourceEvents',
      make: (c) => c.sourceEvents(ID, { limit: 3 }),
      line: `GET /api/v1/sources/${ID}/events?limit=3`,
      answers: { items: [], nextCursor: null },
    },
    {
      call: 'failurePolicies',
      make: (c) => c.failurePolicies(),
      line: 'GET /api/v1/failure-policies',
      answers: policies,
    },
  ])(
    'Given an answer, when $call is called, then it is asked for and believed',
    async ({ make, line, body, answers }) => {
      answer = json(200, answers ?? source);
      expect(await make(client())).toEqual(answers ?? source);
      const contentType = body === undefined ? undefined : 'application/json';
      expect(seen).toEqual([{ line, authorization: 'Bearer a.b.c', contentType, body }]);
    },
  );

  it('Given 204, when a source is deleted, then there is nothing to read', async () => {
    answer = (response) => void response.writeHead(204).end();
    await expect(client().deleteSource(ID)).resolves.toBeUndefined();
    expect(seen.map(({ line }) => line)).toEqual([`DELETE /api/v1/sources/${ID}`]);
  });

  it('Given the version a decision rests on, when a source is changed or deleted, then it is sent as If-Match', async () => {
    await client().changeSource(ID, { name: 'News' }, { version: 3 });
    answer = (response) => void response.writeHead(204).end();
    await client().deleteSource(ID, { version: 4 });
    expect(seen.map(({ ifMatch }) => ifMatch)).toEqual(['"3"', '"4"']);
  });

  it('Given tokens that change, when calls are made, then each asks for its own', async () => {
    const tokens = ['first', 'second'];
    const renewing = createSourceClient({ baseUrl: origin, token: async () => tokens.shift() ?? 'none' });
    await renewing.getSource(ID);
    await renewing.getSource(ID);
    expect(seen.map(({ authorization }) => authorization)).toEqual(['Bearer first', 'Bearer second']);
  });
});

describe('an answer that is no', () => {
  it.each([400, 401, 403, 404, 409, 410, 500, 503])(
    'Given %i with a problem, when a call is made, then the error carries both',
    async (status) => {
      const problem = {
        type: 'about:blank',
        title: 'No',
        status,
        detail: `because of ${status}`,
        requestId: 'r',
      };
      answer = json(status, problem);
      const error = await failure(client().getSource(ID));
      expect(error).toBeInstanceOf(ApiError);
      expect(error).toMatchObject({ status, problem, message: `because of ${status}` });
    },
  );

  it.each([
    ['a page of a gateway', '<html>Bad gateway</html>'],
    ['JSON that is no problem', '{"error":"x"}'],
    ['nothing', ''],
  ])('Given 502 with %s, when a call is made, then the error carries the status', async (_given, body) => {
    answer = (response) => void response.writeHead(502).end(body);
    const error = await failure(client().getSource(ID));
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({ status: 502, problem: null, message: 'source-manager answered 502' });
  });
});

describe('no usable answer', () => {
  it.each<{ given: string; answers: Answer }>([
    { given: 'no JSON', answers: (response) => void response.writeHead(200).end('<html>') },
    { given: 'JSON of something else', answers: json(200, { hello: 'world' }) },
    { given: 'a source with a field of another type', answers: json(200, { ...source, version: 'one' }) },
    { given: 'a connection cut before the answer', answers: (response) => void response.destroy() },
    {
      given: 'a connection cut within the answer',
      answers: (response) => {
        response.writeHead(200, { 'content-length': '1000' });
        response.write('{"id":', () => response.destroy());
      },
    },
  ])('Given $given, when a call is made, then source-manager counts as unreachable', async ({ answers }) => {
    answer = answers;
    expect(await failure(client().getSource(ID))).toBeInstanceOf(ApiUnreachableError);
    expect(seen).toHaveLength(1);
  });

  it.each<{ given: string; answers: Answer }>([
    { given: 'never answers', answers: () => {} },
    { given: 'never ends its answer', answers: (response) => void response.writeHead(200).write('{') },
  ])('Given a server that $given, when time is up, then it counts as unreachable', async ({ answers }) => {
    answer = answers;
    expect(await failure(client(100).getSource(ID))).toBeInstanceOf(ApiUnreachableError);
  });

  it('Given nobody at the port, when a call is made, then source-manager is unreachable', async () => {
    const gone = createServer();
    await new Promise<void>((resolve) => gone.listen(0, '127.0.0.1', resolve));
    const { port } = gone.address() as AddressInfo;
    await new Promise((resolve) => gone.close(resolve));
    const baseUrl = `http://127.0.0.1:${port}`;
    const lonely = createSourceClient({ baseUrl, token: async () => 'a.b.c', retry: false });
    const error = await failure(lonely.getSource(ID));
    expect(error).toBeInstanceOf(ApiUnreachableError);
    expect(error).toMatchObject({ message: expect.stringContaining('source-manager cannot be reached') });
  });
});

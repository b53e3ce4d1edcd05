import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { sampleSource } from '@feedwarden/test-kit';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import {
  ApiError,
  ApiUnreachableError,
  createSourceClient,
  type SourceClient,
  UnexpectedResponseError,
} from '../src/index.js';

const ID = '6f1c2f0e-8f2b-4a55-9a53-2f7a5d0c9a11';
const source = sampleSource({ id: ID });
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

describe('a request of the client', () => {
  it.each<[string, (client: SourceClient) => Promise<unknown>, string, unknown?]>([
    ['no query', (c) => c.listSources(), ''],
    [
      'flags, numbers and odd characters',
      (c) => c.listSources({ feed_active: true, enabled: false, cursor: 'a&b=c d', limit: 5 }),
      '?feed_active=true&enabled=false&cursor=a%26b%3Dc+d&limit=5',
    ],
    [
      'several values',
      (c) => c.listSources({ status: ['failing', 'probing'], type: 'rss' }),
      '?status=failing%2Cprobing&type=rss',
    ],
    ['an undefined value', (c) => c.listSources({ q: undefined }), ''],
  ])('has a query given %s', async (_, make, search) => {
    answer = json(200, { items: [], nextCursor: null });
    await make(client());
    expect(seen.map(({ line }) => line)).toEqual([`GET /api/v1/sources${search}`]);
  });

  it('has an id that cannot leave its place in the path', async () => {
    await client().getSource('../x?y');
    expect(seen.map(({ line }) => line)).toEqual(['GET /api/v1/sources/..%2Fx%3Fy']);
  });

  it('has an empty body where the operation takes one and none is given', async () => {
    await client().releaseSource(ID);
    expect(seen).toMatchObject([{ contentType: 'application/json', body: {} }]);
  });

  it('resolves to nothing after a 204', async () => {
    answer = (response) => void response.writeHead(204).end();
    await expect(client().deleteSource(ID)).resolves.toBeUndefined();
    expect(seen.map(({ line }) => line)).toEqual([`DELETE /api/v1/sources/${ID}`]);
  });

  it('sends the version that a decision rests on as If-Match', async () => {
    await client().changeSource(ID, { name: 'News' }, { version: 3 });
    answer = (response) => void response.writeHead(204).end();
    await client().deleteSource(ID, { version: 4 });
    expect(seen.map(({ ifMatch }) => ifMatch)).toEqual(['"3"', '"4"']);
  });

  it('has a token of its own', async () => {
    const tokens = ['first', 'second'];
    const renewing = createSourceClient({ baseUrl: origin, token: async () => tokens.shift() ?? 'none' });
    await renewing.getSource(ID);
    await renewing.getSource(ID);
    expect(seen.map(({ authorization }) => authorization)).toEqual(['Bearer first', 'Bearer second']);
  });
});

describe('a response that refuses', () => {
  it.each([400, 401, 403, 404, 409, 410, 500, 503])(
    'throws the status and the problem of a %i',
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
    ['JSON that is not a problem', '{"error":"x"}'],
    ['an empty body', ''],
  ])('throws the status of a 502 with %s', async (_given, body) => {
    answer = (response) => void response.writeHead(502).end(body);
    const error = await failure(client().getSource(ID));
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({ status: 502, problem: null, message: 'source-manager answered 502' });
  });
});

describe('an unusable response', () => {
  it.each<{ given: string; answers: Answer }>([
    { given: 'a page', answers: (response) => void response.writeHead(200).end('<html>') },
    { given: 'JSON of something else', answers: json(200, { hello: 'world' }) },
    { given: 'a source with a field of another type', answers: json(200, { ...source, version: 'one' }) },
    { given: 'a connection cut before the response', answers: (response) => void response.destroy() },
    {
      given: 'a connection cut within the response',
      answers: (response) => {
        response.writeHead(200, { 'content-length': '1000' });
        response.write('{"id":', () => response.destroy());
      },
    },
  ])('means that source-manager is unreachable, given $given', async ({ answers }) => {
    answer = answers;
    expect(await failure(client().getSource(ID))).toBeInstanceOf(ApiUnreachableError);
    expect(seen).toHaveLength(1);
  });

  it.each([
    { given: 'a page', body: '<html>', why: /not valid JSON/ },
    {
      given: 'a field of another type',
      body: JSON.stringify({ ...source, version: 'one' }),
      why: /: version: Invalid input: expected number/,
    },
  ])('is called unexpected and not unreachable, given $given', async ({ body, why }) => {
    answer = (response) => void response.writeHead(200).end(body);
    const error = await failure(client().getSource(ID));
    expect(error).toBeInstanceOf(UnexpectedResponseError);
    expect(error).toMatchObject({ message: expect.stringMatching(why) });
    expect(error).toMatchObject({ message: expect.stringMatching(/^source-manager sent an unexpected/) });
  });

  it.each<{ given: string; answers: Answer }>([
    { given: 'never responds', answers: () => {} },
    { given: 'never ends its response', answers: (response) => void response.writeHead(200).write('{') },
  ])(
    'means that source-manager is unreachable when time is up, given a server that $given',
    async ({ answers }) => {
      answer = answers;
      expect(await failure(client(100).getSource(ID))).toBeInstanceOf(ApiUnreachableError);
    },
  );

  it('means that source-manager is unreachable, given a closed port', async () => {
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

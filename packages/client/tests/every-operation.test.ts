import { crawlerApi, type Operation, type ServiceApi, sourceManagerApi } from '@feedwarden/contracts';
import { startTestWebServer, type TestWebServer } from '@feedwarden/test-kit';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createCrawlerClient, createSourceClient, UnexpectedResponseError } from '../src/index.js';

type Example = Operation['examples'][string];
type Methods = Record<string, (...args: unknown[]) => Promise<unknown>>;

const examplesOf = ({ areas }: ServiceApi) =>
  Object.values(areas)
    .flatMap((table) => Object.entries(table))
    .flatMap(([id, row]) =>
      Object.entries(row.examples).map(([name, example]) => ({ id, name, row, example })),
    );

/** What a person would write to make the request of the example. */
function argumentsOf(row: Operation, example: Example): unknown[] {
  const { 'Idempotency-Key': idempotencyKey } = example.headers ?? {};
  return [
    ...Object.values(example.params ?? {}),
    ...(row.body ? [example.body] : []),
    ...(row.query ? [example.query] : []),
    { idempotencyKey },
  ];
}

function requestLine({ method, path }: Operation, { params = {}, query = {} }: Example): string {
  const filled = path.replace(/:(\w+)/g, (_, name) => params[name] ?? '');
  const search = String(new URLSearchParams(query));
  return `${method.toUpperCase()} ${filled}${search && `?${search}`}`;
}

let server: TestWebServer;
let bodies: string[] = [];
beforeAll(async () => {
  server = await startTestWebServer(() => {});
});
afterAll(() => server.close());

function respondWith({ answer }: Operation, example: Example): void {
  server.requests.length = 0;
  bodies = [];
  server.answer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += String(chunk);
    bodies.push(body);
    const text = answer.mediaType ? 'a text' : JSON.stringify(example.answer ?? { openapi: '3.1.0' });
    response.writeHead(answer.status).end(answer.schema ? text : undefined);
  });
}

describe.each([
  { service: 'source-manager', api: sourceManagerApi as ServiceApi, create: createSourceClient },
  { service: 'crawler', api: crawlerApi as ServiceApi, create: createCrawlerClient },
])('the client of $service', ({ api, create }) => {
  it.each(examplesOf(api))(
    'makes the request of $id as in the example $name',
    async ({ id, row, example }) => {
      respondWith(row, example);
      const options = { baseUrl: `${server.url}/`, token: async () => 'a.b.c', retry: false } as const;
      const called = (create(options) as unknown as Methods)[id]?.(...argumentsOf(row, example));
      // What differs from one installation to the next has no example.
      const isText = row.answer.mediaType !== undefined || row.answer.schema === undefined;
      const isShown = isText || example.answer !== undefined || id === 'getOpenApi';
      const result = isShown ? await called : await called?.catch((error: Error) => error);

      const [request] = server.requests;
      expect(`${request?.method} ${request?.url}`).toBe(requestLine(row, example));
      expect(request?.headers.authorization).toBe(row.scope === null ? undefined : 'Bearer a.b.c');
      expect(request?.headers['idempotency-key']).toBe(example.headers?.['Idempotency-Key']);
      const sent = row.body?.mediaTypes ? example.body : JSON.stringify(example.body ?? {});
      expect(bodies).toEqual([row.body ? sent : '']);
      if (!isShown) expect(result).toBeInstanceOf(UnexpectedResponseError);
      else if (row.answer.mediaType) expect(result).toBe('a text');
      else if (row.answer.schema)
        expect(row.answer.schema.parse(example.answer ?? { openapi: '3.1.0' })).toEqual(result);
      else expect(result).toBeUndefined();
    },
  );

  it('has one parameter in a path at most, which a method takes first', () => {
    for (const { row } of examplesOf(api))
      expect(row.path.match(/:\w+/g) ?? []).toHaveLength(row.params ? 1 : 0);
  });
});

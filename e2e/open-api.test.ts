import {
  type DocumentedRequest,
  documentedRequests,
  EXAMPLE_SITE,
  type OpenApiDocument,
  SCOPES,
  siteWithAFeed,
} from '@feedwarden/contracts';
import { type TestWebServer, testToken } from '@feedwarden/test-kit';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createCheckValue } from './support/document-schemas.js';
import { createExampleState, type ExampleState, exampleSite, exampleToken } from './support/example-state.js';
import { openResources } from './support/open-resources.js';
import type { RunningSystem } from './support/running-system.js';
import { likeDocumented, withoutVarying } from './support/same-response.js';

const SERVICES = ['manager', 'crawler'] as const;

const open = openResources(afterAll);
let site: TestWebServer;
let system: RunningSystem;
beforeAll(async () => {
  site = await open.site(exampleSite);
  system = await open.system({
    crawlerEnv: { POLL_TICK_SECONDS: '3600' },
    managerEnv: {
      CREDENTIALS_KEY: Buffer.alloc(32, 'key').toString('base64'),
      WEBHOOK_ALLOW_PRIVATE_NETWORKS: '127.0.0.0/8',
    },
  });
});

const titleOf = ({ operationId, name }: DocumentedRequest) => `${operationId}, ${name}`;

async function documentOf(service: (typeof SERVICES)[number]): Promise<OpenApiDocument> {
  return (await (await fetch(`${system[service].url}/openapi.json`)).json()) as OpenApiDocument;
}

type SentRequest = Pick<DocumentedRequest, 'method' | 'path'> & Partial<DocumentedRequest>;

/** Reads every response to its end, since an unread one keeps its connection open. */
async function send(url: string, { method, path, headers, body }: SentRequest, token: string | null) {
  const answer = await fetch(`${url}${path}`, {
    method,
    headers: { ...headers, ...(token !== null && { authorization: `Bearer ${token}` }) },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  return {
    status: answer.status,
    contentType: answer.headers.get('content-type'),
    text: await answer.text(),
  };
}

describe.each(SERVICES)('the OpenAPI document of the running %s', (service) => {
  let url: string;
  let document: OpenApiDocument;
  let requests: DocumentedRequest[];
  let checkValue: ReturnType<typeof createCheckValue>;
  beforeAll(async () => {
    url = system[service].url;
    document = await documentOf(service);
    requests = documentedRequests(document);
    checkValue = createCheckValue(document);
  });

  it('responds to every example as documented, given only its scope', async () => {
    const { manager, crawler, crawlerEnv } = system;
    const crawlerDatabase = crawlerEnv.CRAWLER_DATABASE_URL ?? '';
    const addresses = { manager: manager.url, crawler: crawler.url, site: site.url, crawlerDatabase };
    let state: ExampleState | null = null;
    for (const documented of requests) {
      const title = titleOf(documented);
      state = await createExampleState(documented, service, addresses);
      const { request } = state;
      const { status, mediaType, schema, example } = request.expected;
      const token = await exampleToken(request.scope ? [request.scope] : []);
      const { text, contentType, ...response } = await send(url, request, token);
      expect([title, response.status, response.status === status ? '' : text]).toEqual([title, status, '']);
      expect([title, contentType?.split(';')[0]]).toEqual([title, mediaType?.split(';')[0]]);
      const value: unknown = mediaType === 'application/json' ? JSON.parse(text) : text;
      if (schema) expect([title, checkValue(schema, value)]).toEqual([title, null]);
      else expect([title, text]).toEqual([title, '']);
      if (example !== undefined)
        expect([title, likeDocumented(value, example)]).toEqual([title, withoutVarying(example)]);
    }
    await state?.remove();
    expect(requests.length).toBeGreaterThan(10);
  });

  it('has response examples that match their schemas', () => {
    const examples = requests.filter(({ expected }) => expected.example !== undefined);
    const mistakes = examples.map((request) => [
      titleOf(request),
      checkValue(request.expected.schema ?? {}, request.expected.example),
    ]);
    expect(mistakes).toEqual(examples.map((request) => [titleOf(request), null]));
  });

  it('rejects every operation with 401 without a token and with 403 with all other scopes', async () => {
    for (const request of requests.filter(({ scope }) => scope !== null)) {
      const nobody = await send(url, request, null);
      const others = await testToken(SCOPES.filter((scope) => scope !== request.scope));
      const { status } = await send(url, request, others);
      expect([titleOf(request), nobody.status, status]).toEqual([titleOf(request), 401, 403]);
    }
  });

  it('serves operations without a scope to requests without a token', async () => {
    // To log in takes a code that was not used before: the examples above have one.
    const open = requests.filter(({ scope, operationId }) => scope === null && operationId !== 'logIn');
    for (const request of open) {
      const { status } = await send(url, request, null);
      expect([titleOf(request), status]).toEqual([titleOf(request), 200]);
    }
  });

  it('rejects undocumented methods of every path with 405, or 404 where the path could be an id', async () => {
    const token = await testToken(SCOPES);
    for (const { path } of requests)
      for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']) {
        if (
          requests.some(
            (request) => request.path.split('?')[0] === path.split('?')[0] && request.method === method,
          )
        )
          continue;
        const { status } = await send(url, { method, path }, token);
        expect([
          [method, path, 404],
          [method, path, 405],
        ]).toContainEqual([method, path, status]);
      }
  });
});

it('responds to the documented discovery example exactly as documented', async () => {
  const answer = await fetch(`${system.crawler.url}/api/v1/discover`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${await testToken(['feeds:toggle'])}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify({ url: `${site.url}/blog` }),
  });
  const documented = JSON.stringify(siteWithAFeed).replaceAll(EXAMPLE_SITE, site.url);
  expect(await answer.json()).toEqual(JSON.parse(documented));
});

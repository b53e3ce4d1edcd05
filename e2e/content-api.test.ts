import {
  articlePageSchema,
  discoverySchema,
  newArticlesAnswerSchema,
  postPageSchema,
  type Scope,
} from '@feedwarden/contracts';
import { type TestWebServer, testToken } from '@feedwarden/test-kit';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { openResources } from './support/open-resources.js';
import type { RunningSystem } from './support/running-system.js';
import { serveFeed } from './support/site-behaviours.js';

const open = openResources(afterAll);
let site: TestWebServer;
let system: RunningSystem;
let sourceId: string;
beforeAll(async () => {
  site = await open.site(serveFeed);
  system = await open.system({ crawlerEnv: { POLL_TICK_SECONDS: '3600' } });
  const source = await system.sources.createSource({ name: 'News', feedUrl: `${site.url}/feed` });
  sourceId = source.id;
  await system.pollNow(sourceId);
});

async function ask(method: string, path: string, scopes: Scope[], body?: object) {
  const headers = { authorization: `Bearer ${await testToken(scopes)}`, 'content-type': 'application/json' };
  const answer = await fetch(`${system.crawler.url}${path}`, {
    method,
    headers,
    ...(body && { body: JSON.stringify(body) }),
  });
  return { status: answer.status, body: (await answer.json()) as unknown };
}

describe('the posts and articles API', () => {
  it('returns the same post by id and in a page', async () => {
    const { items } = postPageSchema.parse((await ask('GET', '/api/v1/posts', ['posts:read'])).body);
    expect(items.map(({ guid }) => guid)).toEqual(['1', '2']);
    expect((await ask('GET', `/api/v1/posts/${items[0]?.id}`, ['posts:read'])).body).toEqual(items[0]);
    expect((await ask('GET', '/api/v1/posts/999999', ['posts:read'])).status).toBe(404);
    expect((await ask('GET', '/api/v1/posts?limit=501', ['posts:read'])).status).toBe(400);
  });

  it('makes articles of posts and lists the unprocessed ones', async () => {
    const made = await ask('POST', '/api/v1/articles', ['articles:write'], { sourceIds: [sourceId] });
    expect(made.status).toBe(201);
    const [first] = newArticlesAnswerSchema.parse(made.body).items;
    const path = `/api/v1/articles/${first?.id}`;
    expect((await ask('PATCH', path, ['articles:write'], { processed: true })).body).toMatchObject({
      processed: true,
    });
    const open = await ask('GET', '/api/v1/articles?processed=false', ['posts:read']);
    expect(articlePageSchema.parse(open.body).items.map(({ title }) => title)).toEqual(['Second']);
  });

  it.each([
    ['GET', '/api/v1/posts', ['articles:write']],
    ['POST', '/api/v1/articles', ['posts:read']],
    ['PATCH', '/api/v1/articles/1', ['posts:read']],
    ['GET', '/api/v1/articles', ['sources:read']],
  ] as [string, string, Scope[]][])(
    'rejects %s %s with 403 when the token lacks the scope',
    async (method, path, scopes) => {
      expect((await ask(method, path, scopes, method === 'GET' ? undefined : {})).status).toBe(403);
    },
  );
});

describe('the discovery API', () => {
  it('describes a feed and stores nothing', async () => {
    const before = await ask('GET', '/api/v1/posts', ['posts:read']);
    const url = `${site.url}/another-feed`;
    const found = await ask('POST', '/api/v1/discover', ['feeds:toggle'], { url });
    expect(found.status).toBe(200);
    expect(discoverySchema.parse(found.body)).toMatchObject({ kind: 'feed', feeds: [{ url, entries: 2 }] });
    expect(await ask('GET', '/api/v1/posts', ['posts:read'])).toEqual(before);
  });

  it('rejects a URL that is not http and names the field', async () => {
    const refused = await ask('POST', '/api/v1/discover', ['feeds:toggle'], { url: 'ftp://example.org' });
    expect(refused).toMatchObject({ status: 400, body: { errors: [{ field: 'url' }] } });
    expect((await ask('POST', '/api/v1/discover', ['sources:read'], { url: site.url })).status).toBe(403);
  });
});

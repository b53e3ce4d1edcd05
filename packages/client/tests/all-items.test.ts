import { startTestWebServer, type TestWebServer } from '@feedwarden/test-kit';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createCrawlerClient } from '../src/index.js';

const SOURCE_ID = '6f1c2f0e-8f2b-4a55-9a53-2f7a5d0c9a11';
const at = '2026-03-01T12:00:00.000Z';
const post = {
  id: '7',
  sourceId: SOURCE_ID,
  guid: 'g',
  url: null,
  title: 'A title',
  body: 'Text',
  contentHtml: null,
  author: null,
  publishedAt: at,
  contentHash: 'h',
  createdAt: at,
};
let server: TestWebServer;
beforeAll(async () => {
  server = await startTestWebServer(() => {});
});
afterAll(() => server.close());

describe('reading everything that a query finds', () => {
  it('reads each post once, and each page from the cursor of the one before', async () => {
    const pages: Record<string, string[]> = { start: ['1', '2'], c1: [], c2: ['3'] };
    const next: Record<string, string | null> = { start: 'c1', c1: 'c2', c2: null };
    server.requests.length = 0;
    server.answer((request, response) => {
      const cursor = new URL(request.url ?? '', 'http://x').searchParams.get('cursor') ?? 'start';
      const items = pages[cursor]?.map((id) => ({ ...post, id }));
      response.end(JSON.stringify({ items, nextCursor: next[cursor], resumeCursor: cursor }));
    });
    const client = createCrawlerClient({ baseUrl: server.url, token: async () => 'a.b.c' });

    const ids: string[] = [];
    for await (const { id } of client.allPosts({ limit: 2 })) ids.push(id);

    expect(ids).toEqual(['1', '2', '3']);
    expect(server.requests.map(({ url }) => url)).toEqual([
      '/api/v1/posts?limit=2',
      '/api/v1/posts?limit=2&cursor=c1',
      '/api/v1/posts?limit=2&cursor=c2',
    ]);
  });
});

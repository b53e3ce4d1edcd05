import { startTestWebServer, type TestWebServer } from '@feedwarden/test-kit';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type CrawlerClient, createCrawlerClient } from '../src/index.js';

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
const { guid: _, contentHash: __, ...content } = post;
const article = { ...content, postIds: ['7'], processed: false };
const feed = {
  sourceId: SOURCE_ID,
  feedUrl: 'https://example.org/feed',
  consecutiveFailures: 0,
  typeStreak: 0,
  permanentStreak: 0,
  lastFailureType: null,
  lastErrorType: null,
  lastError: null,
  lastPolledAt: at,
  lastSuccessAt: at,
  failingSince: null,
  feedDisabledAt: null,
  feedDisableReason: null,
  nextPollAt: at,
  nextPollReason: 'interval',
  quarantinedAt: null,
  enabled: true,
  movedTo: null,
  movedSince: null,
};
const page = (item: unknown) => ({ items: [item], nextCursor: null, resumeCursor: 'c' });

let server: TestWebServer;
beforeAll(async () => {
  server = await startTestWebServer(() => {});
});
afterAll(() => server.close());

describe('the calls of the crawler client', () => {
  it.each<{
    call: string;
    make: (client: CrawlerClient) => Promise<unknown>;
    line: string;
    answer: unknown;
    result?: unknown;
  }>([
    {
      call: 'pollNow',
      make: (c) => c.pollNow(SOURCE_ID),
      line: `POST /api/v1/feeds/${SOURCE_ID}/poll`,
      answer: { outcome: 'stored', newPosts: 2, error: null, decision: 'none', feed },
    },
    {
      call: 'feedHistory',
      make: (c) => c.feedHistory(SOURCE_ID),
      line: `GET /api/v1/feeds/${SOURCE_ID}`,
      answer: { ...feed, recentPolls: [] },
    },
    {
      call: 'listPosts',
      make: (c) => c.listPosts({ source_id: SOURCE_ID, since: at, limit: 5 }),
      line: `GET /api/v1/posts?source_id=${SOURCE_ID}&since=2026-03-01T12%3A00%3A00.000Z&limit=5`,
      answer: page(post),
    },
    { call: 'getPost', make: (c) => c.getPost('7'), line: 'GET /api/v1/posts/7', answer: post },
    {
      call: 'listArticles',
      make: (c) => c.listArticles({ processed: false }),
      line: 'GET /api/v1/articles?processed=false',
      answer: page(article),
    },
    {
      call: 'createArticles',
      make: (c) => c.createArticles({ sourceIds: [SOURCE_ID] }),
      line: 'POST /api/v1/articles',
      answer: { items: [article] },
      result: [article],
    },
    {
      call: 'setArticleProcessed',
      make: (c) => c.setArticleProcessed('7', true),
      line: 'PATCH /api/v1/articles/7',
      answer: article,
    },
  ])(
    'Given an answer, when $call is called, then it is asked for and believed',
    async ({ make, line, answer, result }) => {
      server.answer((_request, response) => void response.end(JSON.stringify(answer)));
      const client = createCrawlerClient({ baseUrl: `${server.url}/`, token: async () => 'a.b.c' });
      expect(await make(client)).toEqual(result ?? answer);
      const request = server.requests.at(-1);
      expect(`${request?.method} ${request?.url}`).toBe(line);
      expect(request?.headers.authorization).toBe('Bearer a.b.c');
    },
  );

  it('Given three pages, when all posts are read, then each comes once and every page is asked for from its cursor', async () => {
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

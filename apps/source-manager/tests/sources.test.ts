import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type SourceManagerUnderTest, startSourceManager } from './source-manager-under-test.js';

let manager: SourceManagerUnderTest;
beforeAll(async () => {
  manager = await startSourceManager();
});
afterAll(() => manager.stop());

const UNKNOWN = '00000000-0000-4000-8000-000000000000';

describe('a source', () => {
  it('has defaults and belongs to its creator, given only a name and a feed', async () => {
    const api = await manager.as();
    const { status, body, headers } = await api
      .post('/api/v1/sources')
      .send({ name: 'News', feedUrl: 'https://news.example/feed' });
    expect(status).toBe(201);
    expect(headers.location).toBe(`/api/v1/sources/${body.id}`);
    expect(body).toMatchObject({
      name: 'News',
      type: 'rss',
      feedUrl: 'https://news.example/feed',
      enabled: true,
      ownerId: 'tester',
      version: 1,
      status: 'healthy',
      feedDisabledAt: null,
    });
  });

  it('shows its new state after each request', async () => {
    const api = await manager.as();
    const { body: source } = await api
      .post('/api/v1/sources')
      .send({ name: 'Blog', feedUrl: 'https://blog.example/' });
    const changed = await api
      .patch(`/api/v1/sources/${source.id}`)
      .send({ name: 'The blog', pollIntervalMinutes: 5 });
    expect(changed.body).toMatchObject({ name: 'The blog', pollIntervalMinutes: 5, version: 2 });
    expect((await api.get(`/api/v1/sources/${source.id}`)).body).toEqual(changed.body);
    expect((await api.delete(`/api/v1/sources/${source.id}`)).status).toBe(204);
    expect((await api.get(`/api/v1/sources/${source.id}`)).status).toBe(404);
  });

  it('is not active without a feed URL, as there is nothing to poll', async () => {
    const api = await manager.as();
    const { body: source } = await api.post('/api/v1/sources').send({ name: 'Later', feedUrl: '' });
    expect(source).toMatchObject({ feedUrl: null, status: 'no_feed' });
    const { body } = await api.get('/api/v1/sources?feed_active=true&limit=500');
    expect(body.items.map((item: { id: string }) => item.id)).not.toContain(source.id);
  });

  it('has the settings of its kind in each response', async () => {
    const api = await manager.as();
    const { body: source } = await api.post('/api/v1/sources').send({
      name: 'Longreads',
      type: 'watchlist',
      feedUrl: 'https://mag.example/',
      articleSelector: 'h2 > a',
      aggregate: true,
    });
    expect(source).toMatchObject({ type: 'watchlist', articleSelector: 'h2 > a', aggregate: true });
    const { body } = await api
      .patch(`/api/v1/sources/${source.id}`)
      .send({ articleSelector: null, aggregate: false });
    expect(body).toMatchObject({ articleSelector: null, aggregate: false, version: 2 });
  });

  it.each([
    ['a missing name', { feedUrl: 'https://a.example' }, 'name'],
    ['a script as URL', { name: 'x', feedUrl: 'javascript:alert(1)' }, 'feedUrl'],
    ['an interval of zero', { name: 'x', pollIntervalMinutes: 0 }, 'pollIntervalMinutes'],
    ['a type nobody knows', { name: 'x', type: 'podcast' }, 'type'],
    ['no selector where one is', { name: 'x', articleSelector: ' ' }, 'articleSelector'],
    ['a selector that is not CSS', { name: 'x', articleSelector: 'a:nosuch' }, 'articleSelector'],
    ['a field nobody knows', { name: 'x', colour: 'red' }, 'colour'],
  ])('responds 400 naming the field, given %s', async (_title, body, field) => {
    const answer = await (await manager.as()).post('/api/v1/sources').send(body);
    expect(answer.status).toBe(400);
    expect(answer.headers['content-type']).toContain('application/problem+json');
    expect(answer.body.errors.map((error: { field: string }) => error.field)).toEqual([field]);
  });

  it.each(['get', 'patch', 'delete'] as const)('responds 404 to %s, given an unknown id', async (method) => {
    const api = await manager.as();
    for (const id of [UNKNOWN, 'not-a-uuid']) {
      const answer = await api[method](`/api/v1/sources/${id}`).send(
        method === 'patch' ? { name: 'x' } : undefined,
      );
      expect(answer.status).toBe(404);
      expect(answer.body).toMatchObject({ status: 404, title: 'Not Found' });
    }
  });
});

describe('a source of the type twitter', () => {
  const create = async (feedUrl: string | null, type = 'twitter') =>
    (await manager.as()).post('/api/v1/sources').send({ name: 'Account', type, feedUrl });

  it.each([
    'https://x.com/nasa',
    'https://twitter.com/NASA_1/',
    'https://mobile.twitter.com/nasa',
    'https://www.x.com/nasa?s=21',
    null,
  ])('accepts the URL %s', async (feedUrl) => {
    const { status, body } = await create(feedUrl);
    expect([status, body.feedUrl]).toEqual([201, feedUrl]);
  });

  it.each([
    'https://news.example/nasa',
    'https://x.com/',
    'https://x.com/nasa/status/1',
    'https://x.com/a-name-with-dashes',
    'https://x.com/a_name_that_is_too_long',
    'https://x.com.example/nasa',
    'https://x.com:8443/nasa',
    'https://me:pw@x.com/nasa',
    'http://x.com/nasa',
  ])('refuses the URL %s and says what to write', async (feedUrl) => {
    const { status, body } = await create(feedUrl);
    expect(status).toBe(400);
    expect(body.errors).toEqual([
      { field: 'feedUrl', message: expect.stringContaining('https://x.com/NAME') },
    ]);
  });

  it.each([
    ['another URL', 'twitter', 'https://x.com/nasa', { feedUrl: 'https://news.example/feed' }],
    ['the type', 'rss', 'https://news.example/feed', { type: 'twitter' }],
  ])('responds 400 and changes nothing, if %s makes it impossible', async (...given) => {
    const [, type, feedUrl, patch] = given;
    const { body: source } = await create(feedUrl, type);
    const api = await manager.as();
    const { status, body } = await api.patch(`/api/v1/sources/${source.id}`).send(patch);
    expect([status, body.errors[0].field]).toEqual([400, 'feedUrl']);
    expect((await api.get(`/api/v1/sources/${source.id}`)).body).toEqual(source);
  });

  it('starts afresh, given a feed whose type and URL change together', async () => {
    const { body: source } = await create('https://news.example/feed', 'rss');
    const { status, body } = await (await manager.as())
      .patch(`/api/v1/sources/${source.id}`)
      .send({ type: 'twitter', feedUrl: 'https://x.com/nasa' });
    expect(status).toBe(200);
    expect(body).toMatchObject({ type: 'twitter', healthEpoch: source.healthEpoch + 1 });
  });
});

describe('a list of sources', () => {
  it('has every source once and in order, over all pages', async () => {
    const other = await startSourceManager();
    try {
      const api = await other.as();
      for (let n = 0; n < 7; n += 1) await api.post('/api/v1/sources').send({ name: `source ${n}` });
      const names: string[] = [];
      let cursor: string | null = '';
      while (cursor !== null) {
        const { body }: { body: { items: { name: string }[]; nextCursor: string | null } } = await api.get(
          `/api/v1/sources?limit=3${cursor && `&cursor=${cursor}`}`,
        );
        names.push(...body.items.map((item) => item.name));
        cursor = body.nextCursor;
      }
      expect(names).toEqual([0, 1, 2, 3, 4, 5, 6].map((n) => `source ${n}`));
    } finally {
      await other.stop();
    }
  });

  it.each([['limit=501'], ['limit=0'], ['cursor=garbage'], ['feed_active=perhaps'], ['colour=red']])(
    'responds 400 naming the parameter, given %s',
    async (query) => {
      const answer = await (await manager.as()).get(`/api/v1/sources?${query}`);
      expect(answer.status).toBe(400);
      expect(answer.body.errors[0].field).toBe(query.split('=')[0]);
    },
  );
});

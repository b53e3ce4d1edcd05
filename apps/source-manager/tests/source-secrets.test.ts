import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type SourceManagerUnderTest, startSourceManager } from './source-manager-under-test.js';

let manager: SourceManagerUnderTest;
beforeAll(async () => {
  manager = await startSourceManager();
});
afterAll(() => manager.stop());

const SECRET = 'hunter2';
const withPassword = (host: string) => `https://anna:${SECRET}@${host}/feed`;

async function create(host: string, more: object = {}): Promise<string> {
  const api = await manager.asSubject('anna');
  const { body } = await api
    .post('/api/v1/sources')
    .send({ name: 'News', feedUrl: withPassword(host), siteUrl: withPassword(host), ...more });
  return body.id;
}

describe('a password in a feed URL', () => {
  it('is shown to nobody but writers and crawlers', async () => {
    const id = await create('hidden.example');
    const writer = await manager.as();
    await writer
      .patch(`/api/v1/sources/${id}`)
      .send({ feedUrl: `https://anna:${SECRET}2@hidden.example/feed` });
    const toggler = await manager.as('feeds:toggle', 'sources:read');
    const responses = [
      await toggler.get(`/api/v1/sources/${id}`),
      await toggler.get('/api/v1/sources?host=hidden.example'),
      await toggler.get(`/api/v1/sources/${id}/events`),
      await toggler.get('/api/v1/sources/export?host=hidden.example'),
      await toggler.patch(`/api/v1/sources/${id}/feed-disable`).send({ reason: 'manual' }),
      await toggler.patch(`/api/v1/sources/${id}/feed-enable`).send({}),
    ];
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200]);
    for (const { text } of responses) {
      expect(text).not.toContain(SECRET);
      expect(text).not.toContain('anna:');
    }
    expect(responses[0]?.body).toMatchObject({
      feedUrl: 'https://***@hidden.example/feed',
      siteUrl: 'https://***@hidden.example/feed',
    });
  });

  it('cannot be found by a search', async () => {
    const id = await create('searched.example');
    const api = await manager.as('sources:read');
    for (const [q, found] of [
      ['hunter', []],
      ['anna:', []],
      ['https://searched', [id]],
    ] as const) {
      const { body } = await api.get('/api/v1/sources').query({ q, host: 'searched.example' });
      expect([q, body.items.map((item: { id: string }) => item.id)]).toEqual([q, found]);
    }
  });

  it('is shown to writers, and to crawlers by the changes', async () => {
    const id = await create('shown.example');
    const writer = await manager.as('sources:write', 'sources:read');
    expect((await writer.get(`/api/v1/sources/${id}`)).body.feedUrl).toBe(withPassword('shown.example'));
    expect((await writer.get('/api/v1/sources/export?host=shown.example')).text).toContain(SECRET);
    const { text } = await (await manager.as('crawler')).get('/api/v1/sources/changes');
    expect(text).toContain(withPassword('shown.example'));
  });

  it('is in the response to the command of a crawler, which goes on polling there', async () => {
    const id = await create('commanded.example');
    const crawler = await manager.as('feeds:toggle', 'crawler');
    const { body } = await crawler.patch(`/api/v1/sources/${id}/feed-disable`).send({ reason: 'gone' });
    expect(body.feedUrl).toBe(withPassword('commanded.example'));
  });

  it('is kept by a patch that sends the mask back', async () => {
    const id = await create('kept.example');
    const api = await manager.as();
    const patch = { feedUrl: 'https://***@kept.example/other', siteUrl: 'https://***@kept.example/feed' };
    const { status, body } = await api.patch(`/api/v1/sources/${id}`).send(patch);
    expect([status, body.feedUrl]).toEqual([200, `https://anna:${SECRET}@kept.example/other`]);
    expect(body.siteUrl).toBe(withPassword('kept.example'));
    const [event] = (await api.get(`/api/v1/sources/${id}/events`)).body.items;
    expect(event.evidence.changes).toEqual({
      feedUrl: { from: 'https://***@kept.example/feed', to: 'https://***@kept.example/other' },
    });
  });

  it('is not sent to another host by a patch with the mask', async () => {
    const id = await create('mine.example');
    const api = await manager.as();
    const { status, body } = await api
      .patch(`/api/v1/sources/${id}`)
      .send({ feedUrl: 'https://***@evil.example/feed' });
    expect([status, body.errors[0].field]).toEqual([400, 'feedUrl']);
    expect((await api.get(`/api/v1/sources/${id}`)).body.feedUrl).toBe(withPassword('mine.example'));
  });

  it('must be given in full for a new source', async () => {
    const api = await manager.as();
    const { status, body } = await api
      .post('/api/v1/sources')
      .send({ name: 'Copy', feedUrl: 'https://***@new.example/feed' });
    expect([status, body.errors[0].field]).toEqual([400, 'feedUrl']);
  });
});

describe('a source that uses the API key of its owner', () => {
  const account = { type: 'twitter', feedUrl: 'https://x.com/nasa', siteUrl: null };

  it.each([
    ['its URL', account, { feedUrl: 'https://x.com/esa' }],
    ['its type', account, { type: 'rss' }],
    ['a feed into an account', {}, { type: 'twitter', feedUrl: 'https://x.com/esa' }],
  ])('lets only its owner change %s', async (_what, more, patch) => {
    const id = await create('owned.example', { feedUrl: withPassword('owned.example') });
    const anna = await manager.asSubject('anna');
    await anna.patch(`/api/v1/sources/${id}`).send(more);
    const before = (await anna.get(`/api/v1/sources/${id}`)).body;
    const bert = await manager.asSubject('bert');
    const refused = await bert.patch(`/api/v1/sources/${id}`).send(patch);
    expect([refused.status, refused.body.detail]).toEqual([403, expect.stringContaining('sources:admin')]);
    expect((await anna.get(`/api/v1/sources/${id}`)).body).toEqual(before);
    expect((await anna.patch(`/api/v1/sources/${id}`).send(patch)).status).toBe(200);
  });

  it('lets a token with the scope sources:admin change it', async () => {
    const id = await create('admin.example', { feedUrl: null });
    await (await manager.asSubject('anna')).patch(`/api/v1/sources/${id}`).send(account);
    const admin = await manager.as('sources:write', 'sources:admin');
    const { status } = await admin.patch(`/api/v1/sources/${id}`).send({ feedUrl: 'https://x.com/esa' });
    expect(status).toBe(200);
  });

  it('lets everybody change the rest', async () => {
    const id = await create('rest.example');
    await (await manager.asSubject('anna')).patch(`/api/v1/sources/${id}`).send(account);
    const bert = await manager.asSubject('bert');
    expect((await bert.patch(`/api/v1/sources/${id}`).send({ name: 'NASA' })).status).toBe(200);
  });
});

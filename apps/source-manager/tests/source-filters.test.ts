import type { Source } from '@feedwarden/contracts';
import { connectDatabase } from '@feedwarden/service-kit';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { sql } from 'drizzle-orm';
import { sources } from '../src/sources/schema.js';
import { hoursAgo, sampleSource } from './sample-source.js';
import { type SourceManagerUnderTest, startSourceManager } from './source-manager-under-test.js';

let manager: SourceManagerUnderTest;
beforeAll(async () => {
  manager = await startSourceManager();
  const { db, close } = connectDatabase(manager.databaseUrl, { name: 'test' });
  await db.insert(sources).values([
    sampleSource({ name: 'Feed', feedUrl: 'https://news.example/feed' }),
    sampleSource({ name: 'Port and login', feedUrl: 'http://me:p%40w@news.example:8080/a@b' }),
    sampleSource({ name: 'Query', feedUrl: 'https://news.example?u=https://other.example/' }),
    sampleSource({ name: 'Subdomain', feedUrl: 'https://www.news.example/feed' }),
    sampleSource({ name: 'IPv6', feedUrl: 'http://[2001:db8::1]:8080/feed' }),
    sampleSource({ name: 'ÄRGER 100% sure', type: 'website', feedUrl: 'https://a.example/x_y' }),
    sampleSource({ name: 'Later', feedUrl: null, siteUrl: 'https://Blog.example/Page' }),
    sampleSource({ name: 'Account', type: 'twitter', feedUrl: 'https://x.com/nasa', enabled: false }),
    sampleSource({ name: 'Failing', feedUrl: 'https://b.example/', consecutiveFailures: 2 }),
    sampleSource({
      name: 'Cooling',
      feedUrl: 'https://b.example/2',
      feedDisabledAt: hoursAgo(1),
      feedDisableReason: 'gone',
    }),
  ]);
  await close();
});
afterAll(() => manager.stop());

async function namesOf(query: string): Promise<string[]> {
  const { body, status } = await (await manager.as('sources:read')).get(`/api/v1/sources?${query}`);
  expect([status, body.errors]).toEqual([200, undefined]);
  return body.items.map(({ name }: Source) => name).sort();
}

describe('filters of the list of sources', () => {
  it.each([
    ['host=news.example', ['Feed', 'Port and login', 'Query']],
    ['host=NEWS.Example', ['Feed', 'Port and login', 'Query']],
    ['host=[2001:DB8::1]', ['IPv6']],
    ['host=www.news.example,x.com', ['Account', 'Subdomain']],
    ['host=www.news.example&host=x.com', ['Account', 'Subdomain']],
    ['host=other.example', []],
    ['type=website', ['ÄRGER 100% sure']],
    ['type=website,twitter', ['Account', 'ÄRGER 100% sure']],
    ['status=failing,cooling_down', ['Cooling', 'Failing']],
    ['status=failing&status=cooling_down', ['Cooling', 'Failing']],
    ['status=failing,cooling_down&host=b.example&q=cool', ['Cooling']],
    ['type=twitter&enabled=true', []],
    ['type=twitter&enabled=false&host=x.com&q=NASA', ['Account']],
    ['q=feed&feed_active=true&host=news.example', ['Feed']],
  ])('list what matches all of %s', async (query, expected) => {
    expect(await namesOf(query)).toEqual(expected);
  });

  it.each([
    ['ärger', ['ÄRGER 100% sure']],
    ['GER 100% S', ['ÄRGER 100% sure']],
    ['%', ['ÄRGER 100% sure']],
    ['_', ['ÄRGER 100% sure']],
    ['x_y', ['ÄRGER 100% sure']],
    ['x%y', []],
    ['\\', []],
    ['blog.EXAMPLE/page', ['Later']],
    [' Feed ', ['Feed', 'IPv6', 'Subdomain']],
    ['Feedhttps', []],
    ["'; drop table sources; --", []],
  ])('take every character of the search %s literally', async (q, expected) => {
    expect(await namesOf(`q=${encodeURIComponent(q)}`)).toEqual(expected);
  });

  it.each([
    'host=a/b',
    'host=',
    'host=me@a.example',
    'host=a.example:80',
    'type=podcast',
    'type=rss,podcast',
    'status=',
    'status=failing,broken',
    'q=',
    'q=%20',
    'q=a%00b',
    'q=a&q=b',
    'limit=501',
  ])('respond 400 naming the parameter, given %s', async (query) => {
    const { status, body } = await (await manager.as()).get(`/api/v1/sources?${query}`);
    expect([status, body.errors?.[0].field]).toEqual([400, query.split('=')[0]]);
  });

  it('hold on the next pages of a search by name', async () => {
    const api = await manager.as();
    const first = await api.get('/api/v1/sources?q=feed&sort=name&limit=2');
    const second = await api.get(`/api/v1/sources?q=feed&sort=name&limit=2&cursor=${first.body.nextCursor}`);
    const names = [...first.body.items, ...second.body.items].map(({ name }: Source) => name);
    expect([names, second.body.nextCursor]).toEqual([['Feed', 'IPv6', 'Subdomain'], null]);
  });
});

describe('the address of a source', () => {
  it('is kept as a browser writes it and found by host, given odd spellings', async () => {
    const api = await manager.as();
    const { body } = await api
      .post('/api/v1/sources')
      .send({ name: 'Odd', feedUrl: ' HTTPS://Bücher.Example:443/a b?q=ü ' });
    expect(body.feedUrl).toBe('https://xn--bcher-kva.example/a%20b?q=%C3%BC');
    expect(await namesOf(`host=${encodeURIComponent('BÜCHER.example')}`)).toEqual(['Odd']);
  });
});

describe('the database of sources', () => {
  it('has an index for searches, made in the role of the service', async () => {
    const { db, close } = connectDatabase(manager.databaseUrl, { name: 'test' });
    const rows = await db.execute(sql`select 1 from pg_indexes where indexname = 'sources_by_text'`);
    await close();
    expect(rows).toHaveLength(1);
  });
});

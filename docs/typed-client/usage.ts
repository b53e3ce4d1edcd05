/**
 * A client whose types come from the OpenAPI documents of a running system:
 *
 *   npx openapi-typescript http://localhost:4100/openapi.json --default-non-nullable=false -o generated/source-manager.ts
 *   npx openapi-typescript http://localhost:4200/openapi.json --default-non-nullable=false -o generated/crawler.ts
 */
import createClient from 'openapi-fetch';
import type { paths as CrawlerPaths } from './generated/crawler.js';
import type { components, paths as SourceManagerPaths } from './generated/source-manager.js';

type Source = components['schemas']['Source'];

export interface Addresses {
  sourceManager: string;
  crawler: string;
  token: string;
}

/** Adds a feed, polls it at once, and returns the titles of its posts. */
export async function firstTitles(feedUrl: string, { sourceManager, crawler, token }: Addresses) {
  const headers = { authorization: `Bearer ${token}` };
  const sources = createClient<SourceManagerPaths>({ baseUrl: sourceManager, headers });
  const content = createClient<CrawlerPaths>({ baseUrl: crawler, headers });

  const added = await sources.POST('/api/v1/sources', { body: { name: 'News', feedUrl } });
  if (!added.data) throw new Error(added.error.detail);
  const source: Source = added.data;

  const polled = await content.POST('/api/v1/feeds/{sourceId}/poll', {
    params: { path: { sourceId: source.id } },
  });
  if (polled.data?.outcome !== 'stored') throw new Error(polled.data?.error?.message ?? polled.error?.detail);

  const posts = await content.GET('/api/v1/posts', {
    params: { query: { source_id: source.id, limit: 10 } },
  });
  return posts.data?.items.map(({ title }) => title) ?? [];
}

/** What the types reject. */
export async function mistakes({ sourceManager }: Addresses) {
  const sources = createClient<SourceManagerPaths>({ baseUrl: sourceManager });
  // @ts-expect-error: there is no such type of source
  await sources.POST('/api/v1/sources', { body: { name: 'News', type: 'carrier-pigeon' } });
  // @ts-expect-error: a name is required
  await sources.POST('/api/v1/sources', { body: { feedUrl: 'https://news.example/feed' } });
  // @ts-expect-error: there is no such path
  await sources.GET('/api/v1/feeds');
  // @ts-expect-error: a status has a name
  await sources.GET('/api/v1/sources', { params: { query: { sort: 'colour' } } });
}

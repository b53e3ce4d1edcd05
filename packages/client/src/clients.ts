import {
  type Article,
  crawlerApi,
  type Page,
  type Post,
  type Source,
  sourceManagerApi,
} from '@feedwarden/contracts';
import type { CallOptions } from './api-request.js';
import { type ClientOptions, createCallApi } from './call-api.js';
import { type MethodsOf, methodsOf } from './derive-methods.js';
import { importSources } from './import-sources.js';
import { readSourceChanges } from './read-changes.js';

export interface SourceClient extends MethodsOf<typeof sourceManagerApi> {
  /** Adds the feeds of an OPML file, text or bytes, that no source has yet. Can be called again at any time. */
  importSources: ReturnType<typeof importSources>;
  /** `listSourceChanges` without the changes that are not as the contract says; they are named. */
  readSourceChanges: ReturnType<typeof readSourceChanges>;
  /** Every source that the query finds, page by page. */
  allSources: All<SourceClient['listSources'], Source>;
}

export interface CrawlerClient extends MethodsOf<typeof crawlerApi> {
  /** Every post that the query finds, page by page. */
  allPosts: All<CrawlerClient['listPosts'], Post>;
  /** Every article that the query finds, page by page. */
  allArticles: All<CrawlerClient['listArticles'], Article>;
}

/**
 * The API of source-manager: a method for each of its operations, and what they make together.
 *
 * @example
 * const sources = createSourceClient({ baseUrl: 'http://localhost:4100', token: async () => token });
 * for await (const source of sources.allSources({ status: 'failing' })) console.log(source.name, source.lastError);
 *
 * @throws {ApiError} when the service refuses, {@link ApiUnreachableError} when there is no usable response, and the
 * reason of `signal` when it was aborted. All methods do.
 */
export function createSourceClient(options: ClientOptions): SourceClient {
  const api = createCallApi('source-manager', options);
  const methods = methodsOf(sourceManagerApi, api);
  return {
    ...methods,
    importSources: importSources(api),
    readSourceChanges: readSourceChanges(api),
    allSources: allOf(methods.listSources),
  };
}

/**
 * The API of the crawler: a method for each of its operations, and what they make together.
 *
 * @example
 * const crawler = createCrawlerClient({ baseUrl: 'http://localhost:4200', token: async () => token });
 * const { outcome, newPosts } = await crawler.pollFeed(source.id);
 *
 * @throws {ApiError} when the service refuses, {@link ApiUnreachableError} when there is no usable response, and the
 * reason of `signal` when it was aborted. All methods do.
 */
export function createCrawlerClient(options: ClientOptions): CrawlerClient {
  const api = createCallApi('crawler', options);
  const methods = methodsOf(crawlerApi, api);
  return { ...methods, allPosts: allOf(methods.listPosts), allArticles: allOf(methods.listArticles) };
}

/** Takes what the list takes. The next page is requested when the last item of one is taken. */
type All<List extends (...args: never[]) => unknown, Item> = (
  ...args: Parameters<List>
) => AsyncGenerator<Item, void, undefined>;

function allOf<Query extends { cursor?: string | undefined }, Item>(
  readPage: (query?: Query, options?: CallOptions) => Promise<Page<Item>>,
) {
  return async function* (query?: Query, options?: CallOptions): AsyncGenerator<Item, void, undefined> {
    let cursor = query?.cursor;
    do {
      const page = await readPage({ ...(query as Query), cursor }, options);
      yield* page.items;
      cursor = page.nextCursor ?? undefined;
    } while (cursor !== undefined);
  };
}

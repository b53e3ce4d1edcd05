import { articleMethods } from './article-methods.js';
import { type ClientOptions, createCallApi } from './call-api.js';
import { discoveryMethods } from './discovery-methods.js';
import { feedMethods } from './feed-methods.js';
import { postMethods } from './post-methods.js';

export type CrawlerClient = ReturnType<typeof createCrawlerClient>;

/**
 * The API of the crawler, typed.
 *
 * @example
 * const crawler = createCrawlerClient({ baseUrl: 'http://localhost:4200', token: async () => token });
 * const { outcome, newPosts } = await crawler.pollNow(source.id);
 *
 * @throws {ApiError} when the answer is no, {@link ApiUnreachableError} when there is none, and the reason of
 * `signal` when it was aborted. All of its methods do.
 */
export function createCrawlerClient(options: ClientOptions) {
  const api = createCallApi('crawler', options);
  return { ...feedMethods(api), ...discoveryMethods(api), ...postMethods(api), ...articleMethods(api) };
}

import type { CurrentLogin, NewLogin } from '@feedwarden/contracts';
import { queryOptions } from '@tanstack/react-query';
import { createCrawler, sourceManager } from './clients.js';

export type Session = CurrentLogin & { crawlerUrl: string };

export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: async ({ signal }): Promise<Session> => ({
    ...(await sourceManager.getCurrentLogin({ signal })),
    crawlerUrl: crawlerUrl(),
  }),
  staleTime: Number.POSITIVE_INFINITY,
  refetchOnWindowFocus: false,
});

/** Where the page reaches the crawler. */
const crawlerUrl = () => `${location.protocol}//${location.hostname}:4200`;

/** By the code of a link, or by a token. */
export const logIn = (given: NewLogin) => sourceManager.logIn(given);

let known: { url: string; clients: ReturnType<typeof createCrawler> } | null = null;

/** The crawler of this session. */
export function crawlerOf({ crawlerUrl: url }: Session): ReturnType<typeof createCrawler> {
  if (known?.url !== url) known = { url, clients: createCrawler(url, () => sourceManager.createPageToken()) };
  return known.clients;
}

import type { CurrentLogin, NewLogin } from '@feedwarden/contracts';
import { queryOptions } from '@tanstack/react-query';
import { createCrawler, sourceManager } from './clients.js';

export type Session = CurrentLogin & { crawlerUrl: string };

/** Asked now and then: a server that was updated has another build than this page. */
export const installationQuery = queryOptions({
  queryKey: ['installation'],
  queryFn: ({ signal }) => sourceManager.getInstallation({ signal }),
  // A demo tells its story by it.
  refetchInterval: ({ state }) => (state.data?.story ? 3000 : 60_000),
});

export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: async ({ signal }): Promise<Session> => {
    const [login, { crawlerUrl }] = await Promise.all([
      sourceManager.getCurrentLogin({ signal }),
      sourceManager.getInstallation({ signal }),
    ]);
    // A path is one at this server, behind a proxy for both.
    return { ...login, crawlerUrl: new URL(crawlerUrl, location.origin).href };
  },
  staleTime: Number.POSITIVE_INFINITY,
  refetchOnWindowFocus: false,
});

/** By the code of a link, or by a token. */
export const logIn = (given: NewLogin) => sourceManager.logIn(given);

let known: { url: string; clients: ReturnType<typeof createCrawler> } | null = null;

/** The crawler that this page calls. */
export function crawlerOf({ crawlerUrl: url }: Session): ReturnType<typeof createCrawler> {
  if (known?.url !== url) known = { url, clients: createCrawler(url, () => sourceManager.createPageToken()) };
  return known.clients;
}

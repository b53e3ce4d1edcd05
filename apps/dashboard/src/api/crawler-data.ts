import { queryOptions, useQuery } from '@tanstack/react-query';
import type { Crawler } from './clients.js';
import { askCrawler } from './connection.js';
import { crawlerOf, type Session, sessionQuery } from './session.js';

export function useCrawler(): Crawler | null {
  const { data } = useQuery(sessionQuery);
  return data ? crawlerOf(data).crawler : null;
}

export const upcomingQuery = (session: Session | undefined) =>
  queryOptions({
    queryKey: ['upcoming'],
    queryFn: ({ signal }) =>
      askCrawler(() =>
        crawlerOf(session as Session).crawler.listUpcoming({ hours: 24, limit: 0 }, { signal }),
      ),
    enabled: session !== undefined,
    refetchInterval: 60_000,
  });

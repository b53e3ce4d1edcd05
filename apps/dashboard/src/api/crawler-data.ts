import type { FeedHistory, Source } from '@feedwarden/contracts';
import { queryOptions, useQuery } from '@tanstack/react-query';
import type { Crawler } from './clients.js';
import { askCrawler } from './connection.js';
import type { Upcoming } from './dashboard-data.js';
import { crawlerOf, type Session, sessionQuery } from './session.js';

export function useCrawler(): Crawler | null {
  const { data } = useQuery(sessionQuery);
  return data ? crawlerOf(data).crawler : null;
}

const get = <Answer>(session: Session, path: string, query: object, signal: AbortSignal): Promise<Answer> =>
  askCrawler(() =>
    crawlerOf(session).calls.read(
      { method: 'get', path, query, needsToken: true },
      (response) => response.json() as Promise<Answer>,
      { signal },
    ),
  );

export const upcomingQuery = (session: Session | undefined) =>
  queryOptions({
    queryKey: ['upcoming'],
    queryFn: ({ signal }) => get<Upcoming>(session as Session, '/api/v1/upcoming', { hours: 24 }, signal),
    enabled: session !== undefined,
    refetchInterval: 60_000,
  });

const POLLS_DRAWN = 50;

/** The polls of the feeds in view, by the id of their source. */
export const pollsQuery = (session: Session | undefined, ids: readonly string[]) =>
  queryOptions({
    queryKey: ['polls', ids],
    queryFn: async ({ signal }) => {
      const query = { source_ids: ids.join(','), polls: POLLS_DRAWN };
      const { items } = await get<{ items: FeedHistory[] }>(
        session as Session,
        '/api/v1/feeds',
        query,
        signal,
      );
      return new Map(items.map((feed) => [feed.sourceId, feed]));
    },
    enabled: session !== undefined && ids.length > 0,
    staleTime: 30_000,
  });

export const feedQuery = (session: Session | undefined, id: Source['id']) =>
  queryOptions({
    queryKey: ['feed', id],
    queryFn: ({ signal }) => askCrawler(() => crawlerOf(session as Session).crawler.getFeed(id, { signal })),
    enabled: session !== undefined,
  });

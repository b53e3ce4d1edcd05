import type { Source } from '@feedwarden/contracts';
import { queryOptions } from '@tanstack/react-query';
import { askCrawler } from './connection.js';
import { crawlerOf, type Session } from './session.js';

const POLLS_DRAWN = 50;

/** The polls of the feeds in view, by the id of their source. */
export const pollsQuery = (session: Session | undefined, ids: readonly string[]) =>
  queryOptions({
    queryKey: ['polls', ids],
    queryFn: async ({ signal }) => {
      const query = { source_ids: ids.join(','), polls: POLLS_DRAWN };
      const { items } = await askCrawler(() =>
        crawlerOf(session as Session).crawler.listFeeds(query, { signal }),
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

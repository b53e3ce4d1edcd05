import type { Source } from '@feedwarden/contracts';
import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { notify, notifyFailure } from '../frame/notices.js';
import { sourceManager } from './clients.js';
import { askCrawler, connection } from './connection.js';
import { useCrawler } from './crawler-data.js';

export const needsYouQuery = queryOptions({
  queryKey: ['needs-you'],
  queryFn: ({ signal }) =>
    sourceManager.listSources({ needs_you: true, sort: 'trouble', limit: 50 }, { signal }),
});

export const comingBackQuery = queryOptions({
  queryKey: ['coming-back'],
  queryFn: ({ signal }) =>
    sourceManager.listSources(
      { status: ['cooling_down', 'probing'], sort: 'feedRetryAt', limit: 50 },
      { signal },
    ),
});

export const sourceQuery = (id: string) =>
  queryOptions({
    queryKey: ['source', id],
    queryFn: ({ signal }) => sourceManager.getSource(id, { signal }),
    refetchInterval: withoutStream,
  });

/** What the stream does not tell has to be asked for. */
const withoutStream = () => (connection.get().isLive ? false : 5000);

/** A changed source is new everywhere it is shown. */
export function showSource(queries: QueryClient, source: Source): void {
  queries.setQueryData(['source', source.id], source);
  void queries.invalidateQueries({ queryKey: ['feed', source.id] });
  void queries.invalidateQueries({ queryKey: ['source-events', source.id] });
  for (const key of ['overview', 'needs-you', 'coming-back', 'hosts', 'events'])
    void queries.invalidateQueries({ queryKey: [key] });
}

/** Poll now: the result is said, and shown wherever the source is. */
export function usePollNow() {
  const crawler = useCrawler();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (source: Pick<Source, 'id' | 'name'>) => {
      if (!crawler) throw new Error('the crawler does not answer');
      return askCrawler(() => crawler.pollFeed(source.id));
    },
    onSuccess: ({ outcome, newPosts, error, feed }, { id, name }) => {
      const posts = newPosts === 1 ? 'one new post' : `${newPosts} new posts`;
      notify(
        outcome === 'failed'
          ? `${name}: the poll failed: ${error?.message ?? 'no reason given'}`
          : `${name}: ${outcome === 'stored' ? posts : 'nothing new'}`,
      );
      void untilReported(queries, id, feed.lastPolledAt);
      void queries.invalidateQueries({ queryKey: ['feed', id] });
      void queries.invalidateQueries({ queryKey: ['posts', id] });
      void queries.invalidateQueries({ queryKey: ['polls'] });
    },
    onError: notifyFailure,
  });
}

/** The crawler reports a poll to source-manager within a tick or two; then the source is shown as it left it. */
async function untilReported(queries: QueryClient, id: string, polledAt: string | null): Promise<void> {
  for (let count = 0; count < 8; count += 1) {
    const source = await queries.fetchQuery({ ...sourceQuery(id), staleTime: 0 }).catch(() => null);
    if (!source || !polledAt || (source.lastPolledAt ?? '') >= polledAt) break;
    await new Promise((resolve) => setTimeout(resolve, 700));
  }
  for (const key of ['overview', 'needs-you', 'hosts', 'source-events', 'events'])
    void queries.invalidateQueries({ queryKey: [key] });
}

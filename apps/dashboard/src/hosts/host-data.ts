import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { sourceManager } from '../api/clients.js';

export const hostsInTroubleQuery = queryOptions({
  queryKey: ['hosts', 'in-trouble'],
  queryFn: ({ signal }) => sourceManager.listHosts({ sort: '-inTrouble', limit: 12 }, { signal }),
});

export const incidentsQuery = queryOptions({
  queryKey: ['hosts', 'incidents'],
  queryFn: ({ signal }) => sourceManager.listIncidents({ limit: 50 }, { signal }),
});

/** All hosts by name, or those in trouble, the most of it first. */
export const hostListQuery = (sort: '-inTrouble' | 'host', q: string) =>
  infiniteQueryOptions({
    queryKey: ['hosts', 'list', sort, q],
    queryFn: ({ pageParam, signal }) =>
      sourceManager.listHosts(
        { sort, limit: 100, ...(q && { q }), ...(pageParam && { cursor: pageParam }) },
        { signal },
      ),
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
  });

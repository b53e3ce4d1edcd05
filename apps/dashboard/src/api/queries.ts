import { ApiError } from '@feedwarden/client/browser';
import { QueryCache, QueryClient, queryOptions } from '@tanstack/react-query';
import { sourceManager } from './clients.js';
import { reportFailure, reportSuccess } from './connection.js';

/** The client tries again what is worth it; a query that fails says so at once. */
export const queryClient = new QueryClient({
  queryCache: new QueryCache({
    onError: (error) => reportFailure(error),
    onSuccess: () => reportSuccess(),
  }),
  defaultOptions: {
    queries: { retry: false, staleTime: 10_000, refetchOnWindowFocus: true },
    mutations: { retry: false },
  },
});

export const isRefused = (error: unknown): boolean => error instanceof ApiError && error.status === 401;

/** The stream keeps it up to date; without one it is asked for every ten seconds. */
export const overviewQuery = queryOptions({
  queryKey: ['overview'],
  queryFn: ({ signal }) => sourceManager.getOverview({ signal }),
  refetchInterval: 10_000,
});

import { queryOptions } from '@tanstack/react-query';
import { sourceManager } from './clients.js';

export const policiesQuery = queryOptions({
  queryKey: ['policies'],
  queryFn: ({ signal }) => sourceManager.getFailurePolicies({ signal }),
  staleTime: 5 * 60_000,
});

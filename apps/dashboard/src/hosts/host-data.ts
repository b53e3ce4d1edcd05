import { queryOptions } from '@tanstack/react-query';
import { sourceManager } from '../api/clients.js';

export const hostsInTroubleQuery = queryOptions({
  queryKey: ['hosts', 'in-trouble'],
  queryFn: ({ signal }) => sourceManager.listHosts({ sort: '-inTrouble', limit: 12 }, { signal }),
});

export const incidentsQuery = queryOptions({
  queryKey: ['hosts', 'incidents'],
  queryFn: ({ signal }) => sourceManager.listIncidents({ limit: 50 }, { signal }),
});

import { randomInt } from 'node:crypto';

/** What the load consists of. */
export const WORKLOADS = ['list', 'one source', 'toggle', 'health reports'] as const;
export type Workload = (typeof WORKLOADS)[number];

export interface WorkloadRequest {
  method: 'GET' | 'PATCH' | 'POST';
  path: string;
  body?: string;
}

/** Returns a function that makes the next request. Every source is as likely as every other. */
export function requestsOf(
  workload: Workload,
  ids: readonly string[],
  { limit, batch }: { limit: number; batch: number },
): () => WorkloadRequest {
  const anyId = () => ids[randomInt(ids.length)] ?? '';
  const disabled = new Set<string>();
  switch (workload) {
    case 'list':
      return () => ({ method: 'GET', path: `/api/v1/sources?limit=${limit}` });
    case 'one source':
      return () => ({ method: 'GET', path: `/api/v1/sources/${anyId()}` });
    case 'toggle':
      return () => {
        const id = anyId();
        if (disabled.delete(id)) return { method: 'PATCH', path: `/api/v1/sources/${id}/feed-enable` };
        disabled.add(id);
        return { method: 'PATCH', path: `/api/v1/sources/${id}/feed-disable`, body: '{"reason":"manual"}' };
      };
    case 'health reports':
      return () => {
        const start = randomInt(Math.max(1, ids.length - batch));
        const reports = ids.slice(start, start + batch).map(reportOf);
        return { method: 'POST', path: '/api/v1/sources/health', body: JSON.stringify({ reports }) };
      };
  }
}

/** A poll that just succeeded. */
function reportOf(sourceId: string) {
  const now = new Date();
  return {
    sourceId,
    healthEpoch: 0,
    consecutiveFailures: 0,
    lastFailureType: null,
    lastErrorType: null,
    lastError: null,
    lastPolledAt: now.toISOString(),
    lastSuccessAt: now.toISOString(),
    failingSince: null,
    nextPollAt: new Date(now.getTime() + 1_800_000).toISOString(),
    nextPollReason: 'interval',
    proposedFeedUrl: null,
    proposedSince: null,
  };
}

import { sourceManagerCalls } from './clients.js';

export interface BulkRequest {
  action: 'enable' | 'disable' | 'delete' | 'release' | 'feed-enable';
  filter: Record<string, unknown>;
  dryRun?: boolean;
}

export interface BulkAnswer {
  dryRun: boolean;
  matched: number;
  changed: number;
  sample: { id: string; name: string }[];
  groupId?: string | null;
}

export const changeManySources = (body: BulkRequest): Promise<BulkAnswer> =>
  sourceManagerCalls.read(
    { method: 'post', path: '/api/v1/sources/bulk', body, needsToken: false, timeoutMs: 600_000 },
    (response) => response.json() as Promise<BulkAnswer>,
  );

import type { CallOptions } from '@feedwarden/client/browser';
import type {
  ErrorType,
  NextPollReason,
  Page,
  Source,
  SourceEvent,
  SourceStatus,
} from '@feedwarden/contracts';
import { sourceManagerCalls } from './clients.js';

export interface Overview {
  at: string;
  total: number;
  byStatus: Record<SourceStatus, number>;
  byErrorType: Record<ErrorType, number>;
  neverPolled: number;
  needsYou: { total: number; unexpected: number; quarantined: number; disabledByPolicy: number };
  moved: number;
  retriedWithinHour: number;
  yesterday: { at: string; byStatus: Record<SourceStatus, number> } | null;
  reports: { lastAt: string | null; crawlerSeenAt: string | null };
}

export interface OverviewPoint {
  at: string;
  total: number;
  byErrorType: Record<ErrorType, number>;
}

export interface HostSummary {
  host: string;
  total: number;
  inTrouble: number;
  byStatus: Record<SourceStatus, number>;
  byErrorType: Record<ErrorType, number>;
  failingSince: string | null;
  nextPollAt: string | null;
}

export interface Incident {
  host: string;
  errorType: ErrorType;
  sources: number;
  since: string | null;
  nextPollAt: string | null;
  sample: { sourceId: string; name: string; lastError: string | null };
}

export type NamedEvent = SourceEvent & { sourceName: string | null; groupId: string | null };
export type Need = 'unexpected' | 'quarantined' | 'disabled_by_policy';
export type SourcePage = Page<Source> & { total?: number };

export interface Upcoming {
  at: string;
  hours: { from: string; retries: number; probes: number }[];
  next: { sourceId: string; at: string; reason: NextPollReason; kind: 'retry' | 'probe' }[];
}

const get = <Answer>(path: string, query: object = {}, options: CallOptions = {}): Promise<Answer> =>
  sourceManagerCalls.read(
    { method: 'get', path, query, needsToken: false },
    (response) => response.json() as Promise<Answer>,
    options,
  );

export const getOverview = (options?: CallOptions) => get<Overview>('/api/v1/overview', {}, options);
export const getOverviewHistory = (query: object, options?: CallOptions) =>
  get<{ points: OverviewPoint[] }>('/api/v1/overview/history', query, options);
export const listHosts = (query: object, options?: CallOptions) =>
  get<Page<HostSummary>>('/api/v1/hosts', query, options);
export const listIncidents = (query: object, options?: CallOptions) =>
  get<{ items: Incident[] }>('/api/v1/incidents', query, options);
export const listEvents = (query: object, options?: CallOptions) =>
  get<Page<NamedEvent>>('/api/v1/events', query, options);
export const listSources = (query: object, options?: CallOptions) =>
  get<SourcePage>('/api/v1/sources', query, options);

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

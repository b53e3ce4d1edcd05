import {
  type AutoDisable,
  type FailurePolicies,
  type FeedDisable,
  type FeedEnable,
  failurePoliciesSchema,
  type HealthReport,
  type HealthReportAnswer,
  healthReportAnswerSchema,
  type NewSourceInput,
  type Page,
  type Quarantine,
  type Release,
  type Source,
  type SourceChangesPage,
  type SourceCredential,
  type SourceEvent,
  type SourcePatch,
  type SourceQueryInput,
  sourceChangesPageSchema,
  sourceCredentialSchema,
  sourceEventPageSchema,
  sourcePageSchema,
  sourceSchema,
} from '@feedwarden/contracts';
import { readProblem, SourceApiError, SourceApiUnreachableError } from './source-api-error.js';

export interface SourceClientOptions {
  baseUrl: string;
  /** Asked before every call, so that short-lived tokens can be renewed. */
  token: () => Promise<string>;
  timeoutMs?: number;
}

/** The version a decision rests on: when it is no longer the current one, the answer is 412 and nothing changes. */
export interface SeenVersion {
  version?: number;
}

interface Reader<Answer> {
  parse(input: unknown): Answer;
}

export type SourceClient = ReturnType<typeof createSourceClient>;

/** The source API, typed. Every answer is checked against the contract before it is believed. */
export function createSourceClient({ baseUrl, token, timeoutMs = 10_000 }: SourceClientOptions) {
  const sourcePath = (id: string) => `/api/v1/sources/${encodeURIComponent(id)}`;

  async function call<Answer>(
    method: string,
    path: string,
    reader: Reader<Answer> | null,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<Answer> {
    const response = await send(method, path, body, headers);
    if (!response.ok) throw new SourceApiError(response.status, await readProblem(response));
    if (!reader) return undefined as Answer;
    try {
      return reader.parse(await response.json());
    } catch (error) {
      throw new SourceApiUnreachableError(error);
    }
  }

  async function send(
    method: string,
    path: string,
    body: unknown,
    extraHeaders: Record<string, string>,
  ): Promise<Response> {
    const headers: Record<string, string> = { ...extraHeaders, authorization: `Bearer ${await token()}` };
    if (body !== undefined) headers['content-type'] = 'application/json';
    try {
      return await fetch(`${baseUrl.replace(/\/+$/, '')}${path}`, {
        method,
        headers,
        signal: AbortSignal.timeout(timeoutMs),
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
    } catch (error) {
      throw new SourceApiUnreachableError(error);
    }
  }

  return {
    listSources: (query: SourceQueryInput = {}): Promise<Page<Source>> =>
      call('GET', `/api/v1/sources${queryString(query)}`, sourcePageSchema),
    sourceChanges: (query: { cursor?: string; limit?: number }): Promise<SourceChangesPage> =>
      call('GET', `/api/v1/sources/changes${queryString(query)}`, sourceChangesPageSchema),
    getSource: (id: string): Promise<Source> => call('GET', sourcePath(id), sourceSchema),
    createSource: (source: NewSourceInput): Promise<Source> =>
      call('POST', '/api/v1/sources', sourceSchema, source),
    changeSource: (id: string, patch: SourcePatch, seen: SeenVersion = {}): Promise<Source> =>
      call('PATCH', sourcePath(id), sourceSchema, patch, ifMatch(seen)),
    deleteSource: (id: string, seen: SeenVersion = {}): Promise<void> =>
      call<void>('DELETE', sourcePath(id), null, undefined, ifMatch(seen)),
    disableFeed: (id: string, body: FeedDisable): Promise<Source> =>
      call('PATCH', `${sourcePath(id)}/feed-disable`, sourceSchema, body),
    enableFeed: (id: string, body: FeedEnable = {}): Promise<Source> =>
      call('PATCH', `${sourcePath(id)}/feed-enable`, sourceSchema, body),
    quarantine: (id: string, body: Quarantine = {}): Promise<Source> =>
      call('PATCH', `${sourcePath(id)}/quarantine`, sourceSchema, body),
    release: (id: string, body: Release = {}): Promise<Source> =>
      call('PATCH', `${sourcePath(id)}/release`, sourceSchema, body),
    autoDisable: (id: string, body: AutoDisable): Promise<Source> =>
      call('PATCH', `${sourcePath(id)}/auto-disable`, sourceSchema, body),
    reportHealth: (report: HealthReport): Promise<HealthReportAnswer> =>
      call('POST', '/api/v1/sources/health', healthReportAnswerSchema, report),
    sourceEvents: (id: string, query: { cursor?: string; limit?: number } = {}): Promise<Page<SourceEvent>> =>
      call('GET', `${sourcePath(id)}/events${queryString(query)}`, sourceEventPageSchema),
    sourceCredential: (id: string): Promise<SourceCredential> =>
      call('GET', `${sourcePath(id)}/credential`, sourceCredentialSchema),
    failurePolicies: (): Promise<FailurePolicies> =>
      call('GET', '/api/v1/failure-policies', failurePoliciesSchema),
  };
}

const ifMatch = ({ version }: SeenVersion): Record<string, string> =>
  version === undefined ? {} : { 'if-match': `"${version}"` };

function queryString(query: object): string {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== undefined) params.set(name, String(value));
  return params.size > 0 ? `?${params}` : '';
}

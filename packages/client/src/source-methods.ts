import {
  type FailurePolicies,
  failurePoliciesSchema,
  type NewSourceInput,
  type Page,
  type Source,
  type SourceEvent,
  type SourcePatch,
  type SourceQueryInput,
  sourceEventPageSchema,
  sourcePageSchema,
  sourceSchema,
} from '@feedwarden/contracts';
import { allItems } from './all-items.js';
import type { CallOptions, ChangeOptions, CreateOptions } from './api-request.js';
import type { CallApi } from './call-api.js';

export interface PageQuery {
  cursor?: string;
  limit?: number;
}

export const sourcePath = (id: string) => `/api/v1/sources/${encodeURIComponent(id)}`;

/** Sources: what they are, and what happened to them. Scopes `sources:read` and `sources:write`. */
export function sourceMethods(api: CallApi) {
  const listSources = (query: SourceQueryInput = {}, options?: CallOptions): Promise<Page<Source>> =>
    api.json({ method: 'GET', path: '/api/v1/sources', query }, sourcePageSchema, options);

  return {
    /** One page of sources; `allSources` reads them all. */
    listSources,

    /** Every source that the query finds, page by page. */
    allSources: (
      { cursor, ...query }: SourceQueryInput = {},
      options?: CallOptions,
    ): AsyncGenerator<Source> =>
      allItems(
        (next) => listSources({ ...query, ...(next !== undefined && { cursor: next }) }, options),
        cursor,
      ),

    getSource: (id: string, options?: CallOptions): Promise<Source> =>
      api.json({ method: 'GET', path: sourcePath(id) }, sourceSchema, options),

    /** Without an `idempotencyKey` it is never tried again: the first attempt may have been carried out. */
    createSource: (
      source: NewSourceInput,
      { idempotencyKey, ...options }: CreateOptions = {},
    ): Promise<Source> =>
      api.json(
        {
          method: 'POST',
          path: '/api/v1/sources',
          body: source,
          headers: { 'idempotency-key': idempotencyKey },
        },
        sourceSchema,
        options,
      ),

    /** Changes the given fields; another `feedUrl`, or `enabled` from false to true, gives a fresh start. */
    changeSource: (id: string, patch: SourcePatch, options: ChangeOptions = {}): Promise<Source> =>
      api.json(
        { method: 'PATCH', path: sourcePath(id), body: patch, headers: ifMatch(options) },
        sourceSchema,
        options,
      ),

    deleteSource: (id: string, options: ChangeOptions = {}): Promise<void> =>
      api.nothing({ method: 'DELETE', path: sourcePath(id), headers: ifMatch(options) }, options),

    /** Who changed what, when, and on which evidence; newest first. */
    sourceEvents: (id: string, query: PageQuery = {}, options?: CallOptions): Promise<Page<SourceEvent>> =>
      api.json({ method: 'GET', path: `${sourcePath(id)}/events`, query }, sourceEventPageSchema, options),

    /** The thresholds and cooldowns that are in force. */
    failurePolicies: (options?: CallOptions): Promise<FailurePolicies> =>
      api.json({ method: 'GET', path: '/api/v1/failure-policies' }, failurePoliciesSchema, options),
  };
}

const ifMatch = ({ version }: ChangeOptions) => ({
  'if-match': version === undefined ? undefined : `"${version}"`,
});

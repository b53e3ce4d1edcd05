import {
  type AutoDisable,
  type HealthReport,
  type HealthReportAnswer,
  healthReportAnswerSchema,
  type MoveFeed,
  type Source,
  type SourceChangesPage,
  type SourceCredential,
  sourceChangesPageSchema,
  sourceCredentialSchema,
  sourceSchema,
} from '@feedwarden/contracts';
import type { CallOptions } from './api-request.js';
import type { CallApi } from './call-api.js';
import { type PageQuery, sourcePath } from './source-methods.js';

/** What only a crawler asks for. Scope `crawler`. */
export function crawlingMethods(api: CallApi) {
  return {
    /** What changed since a cursor, from the beginning without one. */
    sourceChanges: (query: PageQuery, options?: CallOptions): Promise<SourceChangesPage> =>
      api.json({ method: 'GET', path: '/api/v1/sources/changes', query }, sourceChangesPageSchema, options),

    /** Tells the state of sources after their polls. */
    reportHealth: (report: HealthReport, options?: CallOptions): Promise<HealthReportAnswer> =>
      api.json(
        { method: 'POST', path: '/api/v1/sources/health', body: report },
        healthReportAnswerSchema,
        options,
      ),

    /** `enabled = false`, with the reason in words; only a person ends it. */
    autoDisableSource: (id: string, body: AutoDisable, options?: CallOptions): Promise<Source> =>
      api.json({ method: 'PATCH', path: `${sourcePath(id)}/auto-disable`, body }, sourceSchema, options),

    /** Follows a feed to where it has moved for good, if it is still where the crawler found it. */
    moveFeed: (id: string, body: MoveFeed, options?: CallOptions): Promise<Source> =>
      api.json({ method: 'PATCH', path: `${sourcePath(id)}/move-feed`, body }, sourceSchema, options),

    /** The API key of the source's owner. */
    sourceCredential: (id: string, options?: CallOptions): Promise<SourceCredential> =>
      api.json({ method: 'GET', path: `${sourcePath(id)}/credential` }, sourceCredentialSchema, options),
  };
}

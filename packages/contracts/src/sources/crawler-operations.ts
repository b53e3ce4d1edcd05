import { z } from 'zod';
import type { OperationTable } from '../http/operation.js';
import { cursorSchema, MAX_PAGE_SIZE, pageLimitSchema } from '../http/page.js';
import { sourceCredentialSchema } from './credential.js';
import { EXAMPLE_SOURCE_ID, EXAMPLE_TWITTER_SOURCE_ID, exampleSource } from './example-source.js';
import { sourceHealthFields, sourceSchema } from './source.js';
import { sourcePathSchema } from './source-request.js';

/** The query string of `GET /api/v1/sources/changes`. Without a cursor the answer starts at the beginning. */
export const sourceChangesQuerySchema = z.strictObject({
  cursor: cursorSchema.optional(),
  limit: pageLimitSchema.default(500),
});
export type SourceChangesQuery = z.infer<typeof sourceChangesQuerySchema>;

export const sourceChangeSchema = z
  .discriminatedUnion('kind', [
    z.object({ kind: z.literal('changed'), source: sourceSchema }),
    z.object({ kind: z.literal('deleted'), id: z.uuid() }),
  ])
  .meta({ id: 'SourceChange' });
export type SourceChange = z.infer<typeof sourceChangeSchema>;

/** `nextCursor` is always given, also when nothing changed: it is where the next question starts. */
export const sourceChangesPageSchema = z.object({
  items: z.array(sourceChangeSchema),
  nextCursor: z.string(),
  more: z.boolean(),
  policyVersion: z.string(),
});
export type SourceChangesPage = z.infer<typeof sourceChangesPageSchema>;

/** The state of one source after its last poll. Reports may come late or twice: an older one changes nothing. */
export const sourceHealthSchema = z
  .strictObject({
    sourceId: z.uuid(),
    healthEpoch: z.int32().min(0),
    ...sourceHealthFields,
    lastError: z.string().max(2000).nullable(),
    nextPollAt: sourceHealthFields.nextPollAt.default(null),
    nextPollReason: sourceHealthFields.nextPollReason.default(null),
    proposedFeedUrl: sourceHealthFields.proposedFeedUrl.default(null),
    proposedSince: sourceHealthFields.proposedSince.default(null),
  })
  .meta({ id: 'SourceHealth' });
export type SourceHealth = z.infer<typeof sourceHealthSchema>;

/** The body of `POST /api/v1/sources/health`. */
export const healthReportSchema = z.strictObject({
  reports: z.array(sourceHealthSchema).min(1).max(MAX_PAGE_SIZE),
});
export type HealthReport = z.input<typeof healthReportSchema>;

/** How many of the reports told something new. */
export const healthReportAnswerSchema = z.object({ applied: z.int() });
export type HealthReportAnswer = z.infer<typeof healthReportAnswerSchema>;

/** What a crawler asks of source-manager, and nobody else. */
export const crawlerFacingOperations = {
  listSourceChanges: {
    method: 'get',
    path: '/api/v1/sources/changes',
    scope: 'crawler',
    summary: 'Follow changes of sources',
    description:
      'Each changed source once, in its current state, in the order of the last changes. `nextCursor` is always set: ' +
      'use it for the next request. Request again at once while `more` is true.',
    query: sourceChangesQuerySchema,
    answer: { status: 200, description: 'A page of changes.', schema: sourceChangesPageSchema },
    problems: {
      410: 'The cursor is no longer valid, for example after a backup was restored. Start again without one.',
    },
    examples: {
      fromTheBeginning: {
        query: { limit: '500' },
        answer: {
          items: [{ kind: 'changed', source: exampleSource }],
          nextCursor: 'eyJzZXEiOjQyfQ',
          more: false,
          policyVersion: '9d1f0c52ab7e4433',
        },
      },
    },
  },
  reportHealth: {
    method: 'post',
    path: '/api/v1/sources/health',
    scope: 'crawler',
    summary: 'Report how polls went',
    description: 'Reports may arrive late or twice: an older report changes nothing.',
    // Room for a full batch with the longest error texts, however they are escaped.
    body: { schema: healthReportSchema, limit: '8mb' },
    answer: { status: 200, description: 'How many reports were new.', schema: healthReportAnswerSchema },
    examples: {
      oneFailure: {
        body: {
          reports: [
            {
              sourceId: EXAMPLE_SOURCE_ID,
              healthEpoch: 0,
              consecutiveFailures: 1,
              lastFailureType: 'transient',
              lastErrorType: 'upstream_failure',
              lastError: 'HTTP 503',
              lastPolledAt: '2026-02-03T10:15:00.000Z',
              lastSuccessAt: '2026-02-03T09:15:00.000Z',
              failingSince: '2026-02-03T10:15:00.000Z',
              nextPollAt: '2026-02-03T12:15:00.000Z',
              nextPollReason: 'backoff',
            },
          ],
        },
        answer: { applied: 1 },
      },
    },
  },
  getSourceCredential: {
    method: 'get',
    path: '/api/v1/sources/:id/credential',
    scope: 'crawler',
    summary: "The API key of a source's owner",
    params: sourcePathSchema,
    answer: { status: 200, description: 'The key. Do not store it.', schema: sourceCredentialSchema },
    examples: {
      twitter: {
        params: { id: EXAMPLE_TWITTER_SOURCE_ID },
        answer: { provider: 'twitter', apiKey: 'AAAAAAAAAAAAAAAAAAAAAMLheAAAAAAA0example' },
      },
    },
  },
} satisfies OperationTable;

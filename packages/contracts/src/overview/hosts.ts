import { z } from 'zod';
import { timestampSchema } from '../http/fields.js';
import { cursorSchema, pageLimitSchema, pageOf } from '../http/page.js';
import { errorTypeSchema } from '../policies/error-types.js';
import { searchSchema } from '../sources/source-query.js';
import { countsByErrorTypeSchema, countsByStatusSchema } from './overview.js';

/** The sources of one host, taken together. */
export const hostSummarySchema = z
  .object({
    host: z.string(),
    total: z.int(),
    inTrouble: z.int().describe('Sources that are not healthy.'),
    byStatus: countsByStatusSchema,
    byErrorType: countsByErrorTypeSchema,
    failingSince: timestampSchema.nullable().describe('The earliest of its sources.'),
    nextPollAt: timestampSchema.nullable().describe('The earliest of its sources in trouble.'),
  })
  .meta({ id: 'HostSummary' });
export type HostSummary = z.infer<typeof hostSummarySchema>;

export const hostPageSchema = pageOf(hostSummarySchema).meta({ id: 'HostPage' });

/** The query string of `GET /api/v1/hosts`. */
export const hostQuerySchema = z.strictObject({
  sort: z
    .enum(['-inTrouble', 'host'])
    .default('-inTrouble')
    .describe(
      '`-inTrouble`: only hosts with sources in trouble, most of them first. `host`: all, by their name.',
    ),
  q: searchSchema.optional().describe('How the name begins, with `sort=host`; otherwise what it contains.'),
  cursor: cursorSchema.optional(),
  limit: pageLimitSchema.default(50),
});
export type HostQuery = z.infer<typeof hostQuerySchema>;

/** How many sources of a host fail in the same way before it is one incident. */
export const INCIDENT_SOURCES = 3;

/** One cause, many sources: those of a host that fail in the same way. */
export const incidentSchema = z
  .object({
    host: z.string(),
    errorType: errorTypeSchema,
    sources: z.int(),
    since: timestampSchema.nullable().describe('When the first of them began to fail.'),
    nextPollAt: timestampSchema.nullable().describe('The earliest of them.'),
    sample: z.object({ sourceId: z.uuid(), name: z.string(), lastError: z.string().nullable() }),
  })
  .meta({ id: 'Incident' });
export type Incident = z.infer<typeof incidentSchema>;

export const incidentListSchema = z.object({ items: z.array(incidentSchema) }).meta({ id: 'IncidentList' });

/** The query string of `GET /api/v1/incidents`. */
export const incidentQuerySchema = z.strictObject({ limit: pageLimitSchema.default(50) });
export type IncidentQuery = z.infer<typeof incidentQuerySchema>;

import { z } from 'zod';
import { timestampSchema, zonedTimestampSchema } from '../http/fields.js';
import type { QueryInput } from '../http/operation.js';
import { ERROR_TYPES, type ErrorType } from '../policies/error-types.js';
import { type SourceStatus, sourceStatusSchema } from '../sources/source.js';

const countOf = <Name extends string>(names: readonly Name[]) =>
  z.object(Object.fromEntries(names.map((name) => [name, z.int()])) as Record<Name, z.ZodInt>);

export const countsByStatusSchema = countOf(sourceStatusSchema.options).meta({ id: 'CountsByStatus' });
export const countsByErrorTypeSchema = countOf(Object.keys(ERROR_TYPES) as ErrorType[]).meta({
  id: 'CountsByErrorType',
});
export type CountsByStatus = Record<SourceStatus, number>;
export type CountsByErrorType = Record<ErrorType, number>;

/** How all sources are, in one look. */
export const overviewSchema = z
  .object({
    at: timestampSchema,
    total: z.int(),
    byStatus: countsByStatusSchema,
    byErrorType: countsByErrorTypeSchema.describe('Of the last failure of those that are not healthy.'),
    neverPolled: z
      .int()
      .describe('Of the healthy: sources that wait for their first poll. Nobody knows yet how they are.'),
    needsYou: z.object({
      total: z.int(),
      unexpected: z.int(),
      quarantined: z.int(),
      disabledByPolicy: z.int(),
    }),
    moved: z.int().describe('Sources with another address to follow: `proposedFeedUrl`.'),
    retriedWithinHour: z.int().describe('Sources in trouble whose next poll is due within the hour.'),
    yesterday: z
      .object({ at: timestampSchema, byStatus: countsByStatusSchema })
      .nullable()
      .describe('As it was 24 hours ago; null: nothing is remembered of then.'),
    reports: z.object({
      lastAt: timestampSchema.nullable().describe('When a crawler last reported a poll.'),
      crawlerSeenAt: timestampSchema.nullable().describe('When a crawler last asked for anything.'),
    }),
  })
  .meta({ id: 'Overview' });
export type Overview = z.infer<typeof overviewSchema>;

/** Minutes between two points, by the name of the step. */
export const HISTORY_STEPS = { '10m': 10, '1h': 60, '2h': 120, '6h': 360, '1d': 1440 } as const;
export type HistoryStep = keyof typeof HISTORY_STEPS;
export const HISTORY_DAYS = 90;

/** The query string of `GET /api/v1/overview/history`. */
export const overviewHistoryQuerySchema = z.strictObject({
  from: zonedTimestampSchema.optional().describe('A week ago, unless given.'),
  to: zonedTimestampSchema.optional().describe('Now, unless given.'),
  step: z.enum(Object.keys(HISTORY_STEPS) as HistoryStep[]).default('2h'),
});
export type OverviewHistoryQuery = z.infer<typeof overviewHistoryQuerySchema>;
export type OverviewHistoryQueryInput = QueryInput<typeof overviewHistoryQuerySchema>;

export const overviewPointSchema = z.object({
  at: timestampSchema,
  total: z.int(),
  byStatus: countsByStatusSchema,
  byErrorType: countsByErrorTypeSchema,
});
export type OverviewPoint = z.infer<typeof overviewPointSchema>;

export const overviewHistorySchema = z
  .object({
    step: z.string(),
    points: z.array(overviewPointSchema).describe('The oldest first, one for each step that is remembered.'),
  })
  .meta({ id: 'OverviewHistory' });
export type OverviewHistory = z.infer<typeof overviewHistorySchema>;

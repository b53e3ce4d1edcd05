import { z } from 'zod';
import { MAX_PAGE_SIZE } from './page.js';
import { sourceHealthFields } from './source.js';

/** The state of one source after its last poll. Reports may come late or twice: an older one changes nothing. */
export const sourceHealthSchema = z
  .strictObject({
    sourceId: z.uuid(),
    healthEpoch: z.int32().min(0),
    ...sourceHealthFields,
    lastError: z.string().max(2000).nullable(),
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

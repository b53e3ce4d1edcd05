import { z } from 'zod';

export const OPML_MEDIA_TYPES = ['text/x-opml', 'text/xml', 'application/xml'] as const;
/** One JSON value per line, as it happens. */
export const NDJSON_MEDIA_TYPE = 'application/x-ndjson';

/** What became of one entry of an OPML file. */
export const importedEntrySchema = z.object({
  line: z.int().describe('Where it stands in the file.'),
  title: z.string(),
  url: z.string(),
  result: z
    .enum(['added', 'known', 'invalid'])
    .describe('`known`: there was a source with this feedUrl, and it was left as it is.'),
  sourceId: z.uuid().optional(),
  reason: z.string().optional().describe('Why it is invalid.'),
});
export type ImportedEntry = z.infer<typeof importedEntrySchema>;

/** The answer of `POST /api/v1/sources/import`. */
export const importReportSchema = z
  .object({
    added: z.int(),
    known: z.int(),
    invalid: z.int(),
    truncated: z.boolean().describe('The file ended before it was complete.'),
    entries: z.array(importedEntrySchema),
  })
  .meta({ id: 'ImportReport' });
export type ImportReport = z.infer<typeof importReportSchema>;

/** A line of the answer for those who accept NDJSON: how far it is, and at the end the report. */
export const importLineSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('progress'), done: z.int(), total: z.int() }),
  importReportSchema.extend({ kind: z.literal('report') }),
]);
export type ImportLine = z.infer<typeof importLineSchema>;
export type ImportProgress = Extract<ImportLine, { kind: 'progress' }>;

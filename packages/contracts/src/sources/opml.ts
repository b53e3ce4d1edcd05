import { z } from 'zod';
import type { OperationTable } from '../http/operation.js';
import { EXAMPLE_SOURCE_ID } from './example-source.js';
import { sourceFilterParameters } from './source-query.js';

export const OPML_MEDIA_TYPES = ['text/x-opml', 'text/xml', 'application/xml'] as const;
/** One JSON value per line, as it happens. */
export const NDJSON_MEDIA_TYPE = 'application/x-ndjson';

/** What became of one entry of an OPML file. */
export const importedEntrySchema = z.object({
  line: z.int().describe('Line in the file.'),
  title: z.string(),
  url: z.string(),
  result: z
    .enum(['added', 'known', 'invalid'])
    .describe('`known`: a source has this feedUrl already, and was not changed.'),
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

const EXAMPLE_FEED =
  '<outline text="Example News" title="Example News" type="rss" xmlUrl="https://news.example/feed.xml" htmlUrl="https://news.example/"';

export const opmlOperations = {
  importSources: {
    method: 'post',
    path: '/api/v1/sources/import',
    scope: 'sources:write',
    slowSeconds: 600,
    summary: 'Add the feeds of an OPML file',
    description:
      'Feeds in folders are added, the folders are not kept. A feed whose URL a source has already is skipped, so the same ' +
      'file again changes nothing. Invalid entries are reported, the others are added. With `Accept: ' +
      'application/x-ndjson` the response has lines `{"kind": "progress", "done", "total"}`, and the report as the ' +
      'last line, `{"kind": "report", …}`. If the caller disconnects, the sources added so far stay.',
    body: { schema: z.string(), mediaTypes: OPML_MEDIA_TYPES, limit: '64mb', atOnce: 3 },
    answer: { status: 200, description: 'The result for each entry.', schema: importReportSchema },
    problems: {
      413: 'The file is larger than 64 MB or has more than 100,000 feeds.',
      503: 'Three files are being read already.',
    },
    examples: {
      oneFolder: {
        body: `<opml version="2.0"><body><outline text="News">${EXAMPLE_FEED}/></outline></body></opml>`,
        answer: {
          added: 1,
          known: 0,
          invalid: 0,
          truncated: false,
          entries: [
            {
              line: 1,
              title: 'Example News',
              url: 'https://news.example/feed.xml',
              result: 'added',
              sourceId: EXAMPLE_SOURCE_ID,
            },
          ],
        },
      },
    },
  },
  exportSources: {
    method: 'get',
    path: '/api/v1/sources/export',
    scope: 'sources:read',
    slowSeconds: 600,
    summary: 'All sources as OPML 2.0',
    description:
      'In the order of their URLs, each URL once; sources without one are left out. The same sources are ' +
      'the same file, byte for byte. Settings that OPML does not know are attributes of the namespace ' +
      '`urn:feedwarden:opml:1`, which an import reads. URLs include their credentials. ' +
      'An import takes 100,000 feeds: export more than that in parts, by a filter.',
    query: z.strictObject(sourceFilterParameters),
    answer: { status: 200, description: 'The file.', schema: z.string(), mediaType: 'text/x-opml' },
    examples: { broken: { summary: 'Only what is failing', query: { status: 'failing' } } },
  },
} satisfies OperationTable;

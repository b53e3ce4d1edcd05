import { z } from 'zod';
import type { OperationTable } from '../http/operation.js';
import { EXAMPLE_SOURCE_ID } from './example-source.js';
import { sourceFilterParameters } from './source-query.js';

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
      'Folders are looked through and not kept. A feed whose address a source has is left as it is, so that the same ' +
      'file again changes nothing; an entry that cannot be used is told, and the others are added. Who accepts ' +
      '`application/x-ndjson` gets a line `{"kind": "progress", "done", "total"}` now and then, and the report as the ' +
      'last line, `{"kind": "report", …}`. When the caller leaves, what was added stays.',
    body: { schema: z.string(), mediaTypes: OPML_MEDIA_TYPES, limit: '64mb', atOnce: 3 },
    answer: { status: 200, description: 'What became of each entry.', schema: importReportSchema },
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
      'In the order of their addresses, each address once; sources without one are left out. The same sources are ' +
      'the same file, byte by byte. Settings that OPML has no word for are attributes of the namespace ' +
      '`urn:feedwarden:opml:1`, which an import reads. Addresses are told as they are, with their logins. ' +
      'An import takes 100,000 feeds: who has more exports them in parts, by a filter.',
    query: z.strictObject(sourceFilterParameters),
    answer: { status: 200, description: 'The file.', schema: z.string(), mediaType: 'text/x-opml' },
    examples: { broken: { summary: 'Only what is failing', query: { status: 'failing' } } },
  },
} satisfies OperationTable;

import { z } from 'zod';
import { importReportSchema, OPML_MEDIA_TYPES } from '../opml.js';
import { sourceFilterParameters } from '../source-filter.js';
import { EXAMPLE_SOURCE_ID } from './example-source.js';
import type { OperationTable } from './operation.js';

const EXAMPLE_FEED =
  '<outline text="Example News" title="Example News" type="rss" xmlUrl="https://news.example/feed.xml" htmlUrl="https://news.example/"';

export const opmlOperations = {
  importSources: {
    method: 'post',
    path: '/api/v1/sources/import',
    scope: 'sources:write',
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

import { z } from 'zod';
import type { OperationTable } from './operation.js';

/** What a page has to know of the server it comes from. */
export const installationSchema = z
  .object({
    version: z.string(),
    build: z.string().nullable().describe('Of the page that is served now; an older one should be reloaded.'),
    crawlerUrl: z
      .string()
      .describe('Where a browser reaches the crawler: an address, or a path at this server.'),
    defaultPolicy: z.string(),
    startedAt: z.iso.datetime(),
    story: z
      .array(z.object({ at: z.string(), text: z.string() }))
      .nullable()
      .describe('What the demo has told so far; null: this is no demo.'),
  })
  .meta({ id: 'Installation' });
export type Installation = z.infer<typeof installationSchema>;

export const installationOperations = {
  getInstallation: {
    method: 'get',
    path: '/api/v1/installation',
    scope: 'sources:read',
    summary: 'What this installation is, and where its crawler is',
    answer: { status: 200, description: 'The installation.', schema: installationSchema },
    examples: { this: {} },
  },
} satisfies OperationTable;

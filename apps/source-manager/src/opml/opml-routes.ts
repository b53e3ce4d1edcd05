import {
  type ImportProgress,
  type ImportReport,
  NDJSON_MEDIA_TYPE,
  opmlOperations,
} from '@feedwarden/contracts';
import { type Route, routesOf } from '@feedwarden/service-kit';
import { clientGone, seesSecrets } from '../sources/source-requests.js';
import type { ExportSources } from './export-sources.js';
import type { ImportSources } from './import-sources.js';
import type { ReadOpmlFile } from './opml-reader.js';

export function opmlRoutes(
  readOpmlFile: ReadOpmlFile,
  importSources: ImportSources,
  exportSources: ExportSources,
): Route[] {
  return routesOf(opmlOperations, {
    importSources: async ({ body, caller, response }) => {
      const gone = clientGone(response);
      // A body that is not OPML is rejected here, before the response has begun.
      const running = importSources(await readOpmlFile(body, gone), caller.subject);
      if (response.req.accepts(['application/json', NDJSON_MEDIA_TYPE]) !== NDJSON_MEDIA_TYPE)
        return reportOf(running, gone);
      response.type(NDJSON_MEDIA_TYPE);
      return linesOf(running);
    },

    exportSources: ({ query, caller, response }) => {
      response.attachment('feedwarden.opml');
      return exportSources(query, { secrets: seesSecrets(caller) });
    },
  });
}

type Running = AsyncGenerator<ImportProgress, ImportReport>;

/** Runs the import to its end, or until the client disconnects. */
async function reportOf(running: Running, gone: AbortSignal): Promise<ImportReport> {
  for (;;) {
    const { value, done } = await running.next();
    if (done) return value;
    if (gone.aborted) return UNREAD;
  }
}

const UNREAD: ImportReport = { added: 0, known: 0, invalid: 0, truncated: false, entries: [] };

async function* linesOf(running: Running): AsyncGenerator<string> {
  for (;;) {
    const { value, done } = await running.next();
    yield `${JSON.stringify(done ? { kind: 'report', ...value } : value)}\n`;
    if (done) return;
  }
}

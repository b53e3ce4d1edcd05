import {
  type ImportProgress,
  type ImportReport,
  importLineSchema,
  importReportSchema,
  NDJSON_MEDIA_TYPE,
  opmlOperations,
} from '@feedwarden/contracts';
import type { CallOptions } from './api-request.js';
import type { CallApi } from './call-api.js';
import { requestOf } from './derive-methods.js';
import { linesOf } from './response-lines.js';

export interface ImportOptions extends CallOptions {
  /** Called now and then with how far it is. */
  onProgress?: ((progress: ImportProgress) => void) | undefined;
}

export function importSources(api: CallApi) {
  return (
    opml: string | Uint8Array<ArrayBuffer>,
    { onProgress, ...options }: ImportOptions = {},
  ): Promise<ImportReport> => {
    const request = requestOf(opmlOperations.importSources, undefined, { body: opml, options });
    if (!onProgress) return api.json(request, importReportSchema, options);
    const streaming = { ...request, headers: { accept: NDJSON_MEDIA_TYPE } };
    return api.read(streaming, (response) => readReport(response, onProgress), options);
  };
}

/** The report is the last line: without it the import did not end. */
async function readReport(
  response: Response,
  onProgress: (progress: ImportProgress) => void,
): Promise<ImportReport> {
  for await (const text of linesOf(response)) {
    const line = importLineSchema.parse(JSON.parse(text));
    if (line.kind === 'report') return importReportSchema.parse(line);
    onProgress(line);
  }
  throw new Error('the import ended without a report');
}

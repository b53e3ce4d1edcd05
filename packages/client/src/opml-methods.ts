import {
  type ImportProgress,
  type ImportReport,
  importLineSchema,
  importReportSchema,
  NDJSON_MEDIA_TYPE,
  OPML_MEDIA_TYPES,
  type SourceFilterInput,
} from '@feedwarden/contracts';
import type { ApiRequest, CallOptions } from './api-request.js';
import type { CallApi } from './call-api.js';

/** Longer than other calls: they may be about every source there is. */
const OPML_TIMEOUT_MS = 10 * 60_000;

/** Whatever a text declares, it goes out in UTF-8; bytes are in the character set that they declare. */
const TEXT_TYPE = `${OPML_MEDIA_TYPES[0]}; charset=utf-8`;

export interface ImportOptions extends CallOptions {
  /** Told now and then how far it is. */
  onProgress?: ((progress: ImportProgress) => void) | undefined;
}

/** Sources from and to other feed readers. Scopes `sources:write` and `sources:read`. */
export function opmlMethods(api: CallApi) {
  return {
    /** Adds the feeds of an OPML file, text or bytes, that no source has yet. Can be called again at any time. */
    importSources: (
      opml: string | Uint8Array<ArrayBuffer>,
      { onProgress, ...options }: ImportOptions = {},
    ): Promise<ImportReport> => {
      const request: ApiRequest = {
        method: 'POST',
        path: '/api/v1/sources/import',
        content: { type: typeof opml === 'string' ? TEXT_TYPE : OPML_MEDIA_TYPES[0], data: opml },
        timeoutMs: OPML_TIMEOUT_MS,
      };
      if (!onProgress) return api.json(request, importReportSchema, options);
      const streaming = { ...request, headers: { accept: NDJSON_MEDIA_TYPE } };
      return api.answer(streaming, (response) => readReport(response, onProgress), options);
    },

    /** Sources as OPML 2.0; all of them, or those that the filter finds. */
    exportSources: (filter: SourceFilterInput = {}, options?: CallOptions): Promise<string> =>
      api.text(
        { method: 'GET', path: '/api/v1/sources/export', query: filter, timeoutMs: OPML_TIMEOUT_MS },
        options,
      ),
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

async function* linesOf(response: Response): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const bytes of response.body ?? []) {
    const lines = (rest + decoder.decode(bytes as Uint8Array, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
}

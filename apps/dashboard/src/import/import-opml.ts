import { type CallOptions, linesOf } from '@feedwarden/client/browser';
import type { ImportLine, ImportProgress, ImportReport } from '@feedwarden/contracts';
import { sourceManagerCalls } from '../api/clients.js';

interface Options extends CallOptions {
  onProgress: (progress: ImportProgress) => void;
}

/** Sends the file as it is: its character set is what it says itself. The report is the last line. */
export function importOpml(file: Blob, { onProgress, ...options }: Options): Promise<ImportReport> {
  return file.arrayBuffer().then((data) =>
    sourceManagerCalls.read(
      {
        method: 'post',
        path: '/api/v1/sources/import',
        headers: { accept: 'application/x-ndjson' },
        content: { type: 'text/x-opml', data: new Uint8Array(data) },
        needsToken: false,
        timeoutMs: 600_000,
      },
      (response) => readReport(response, onProgress),
      options,
    ),
  );
}

async function readReport(
  response: Response,
  onProgress: (progress: ImportProgress) => void,
): Promise<ImportReport> {
  for await (const text of linesOf(response)) {
    const line = JSON.parse(text) as ImportLine;
    if (line.kind === 'report') return line;
    onProgress(line);
  }
  throw new Error(
    'the import ended before its report: import the file again, what is there already is skipped',
  );
}

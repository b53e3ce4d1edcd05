import { readFile } from 'node:fs/promises';
import { addAbortSignal, type Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { Command } from '@commander-js/extra-typings';
import type { ImportedEntry, ImportReport } from '@feedwarden/contracts';
import type { Run } from '../../context.js';
import { EXIT, UsageError } from '../../errors.js';
import { type Column, type Look, renderTable } from '../../terminal/table.js';

export const importCommand = (run: Run) =>
  new Command('import')
    .summary('add the feeds of an OPML file that are not sources yet')
    .description(
      'Add the feeds of an OPML file that are not sources yet. The same file again changes nothing. ' +
        'When an entry is not usable, the others are added all the same, and the exit code is 1.',
    )
    .argument('<file>', 'an OPML file; - reads stdin')
    .action(
      run(async ({ sources, terminal, signal }, file) => {
        const opml = await readFileOr(terminal.input, file, signal);
        terminal.progress('importing …');
        const report = await sources.importSources(opml, {
          signal,
          onProgress: ({ done, total }) => terminal.progress(progressBar(done, total)),
        });
        terminal.progress(null);
        terminal.result(report, (look) => reportText(report, look));
        if (report.truncated) terminal.note('The file is cut off: what stands before its end was read.');
        return report.invalid > 0 || report.truncated ? EXIT.failed : EXIT.ok;
      }),
    );

async function readFileOr(
  input: Readable,
  path: string,
  signal: AbortSignal,
): Promise<Uint8Array<ArrayBuffer>> {
  if (path === '-') return Uint8Array.from(await buffer(addAbortSignal(signal, input)));
  try {
    return Uint8Array.from(await readFile(path, { signal }));
  } catch (error) {
    signal.throwIfAborted();
    const { code = '', message } = error as NodeJS.ErrnoException;
    throw new UsageError(`cannot read ${path}: ${READ_ERRORS[code] ?? message}`);
  }
}

const READ_ERRORS: Record<string, string> = {
  ENOENT: 'no such file',
  EISDIR: 'it is a folder',
  EACCES: 'permission denied',
};

const BAR_WIDTH = 30;

/** `[██████░░░░]  60 %  3000 of 5000` */
export function progressBar(done: number, total: number): string {
  const share = total > 0 ? Math.min(done / total, 1) : 1;
  const filled = Math.floor(share * BAR_WIDTH);
  const percent = String(Math.floor(share * 100)).padStart(3);
  return `[${'█'.repeat(filled)}${'░'.repeat(BAR_WIDTH - filled)}] ${percent} %  ${done} of ${total}`;
}

function reportText({ added, known, invalid, entries }: ImportReport, look: Look): string {
  const unusable = entries.filter(({ result }) => result === 'invalid');
  const table = unusable.length > 0 ? [renderTable(COLUMNS, unusable, look), ''] : [];
  return [...table, `${added} added, ${known} already known, ${invalid} not usable`].join('\n');
}

const COLUMNS: Column<ImportedEntry>[] = [
  { title: 'line', text: ({ line }) => line, fixed: true },
  { title: 'name', text: ({ title }) => title, dropFirst: 1 },
  { title: 'address', text: ({ url }) => url },
  { title: 'problem', text: ({ reason }) => reason ?? '' },
];

import type { ImportedEntry, ImportReport } from '@feedwarden/contracts';
import type { Command } from '../command.js';
import { EXIT } from '../exit-codes.js';
import { progressBar } from '../progress-bar.js';
import { readFileOrStdin } from '../read-file-or-stdin.js';
import { type Column, renderTable } from '../table.js';
import type { Terminal } from '../terminal.js';

export const sourcesImportCommand: Command = {
  name: 'sources import',
  summary: 'Add the feeds of an OPML file that no source has yet',
  args: '<file>',
  argCount: [1, 1],
  options: {},
  notes: [
    '`-` is what comes on stdin. The same file again changes nothing.',
    'When an entry cannot be used, the others are added all the same, and the exit code is 1.',
  ].join('\n'),
  async run({ call, terminal, sources, signal }) {
    const opml = await readFileOrStdin(call.args[0] ?? '', signal);
    terminal.progress('importing …');
    const report = await sources.importSources(opml, {
      signal,
      onProgress: ({ done, total }) => terminal.progress(progressBar(done, total)),
    });
    terminal.progress(null);
    if (terminal.isHuman) tell(report, terminal);
    else terminal.out(JSON.stringify(report, null, 2));
    return report.invalid > 0 || report.truncated ? EXIT.failed : EXIT.ok;
  },
};

function tell({ added, known, invalid, truncated, entries }: ImportReport, terminal: Terminal): void {
  if (invalid > 0) {
    const unusable = entries.filter(({ result }) => result === 'invalid');
    terminal.out(`${renderTable(COLUMNS, unusable, terminal)}\n`);
  }
  terminal.out(`${added} added, ${known} known before, ${invalid} not usable`);
  if (truncated) terminal.note('The file ends in the middle: what stood before its end was read.');
}

const COLUMNS: Column<ImportedEntry>[] = [
  { title: 'line', text: ({ line }) => line, fixed: true },
  { title: 'name', text: ({ title }) => title },
  { title: 'address', text: ({ url }) => url },
  { title: 'why not', text: ({ reason }) => reason ?? '' },
];

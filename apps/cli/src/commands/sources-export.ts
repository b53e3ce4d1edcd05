import { writeFile } from 'node:fs/promises';
import type { Command } from '../command.js';
import { EXIT, UsageError } from '../exit-codes.js';
import { FILTER_OPTIONS, filterOf } from '../source-filters.js';

export const sourcesExportCommand: Command = {
  name: 'sources export',
  summary: 'Sources as an OPML file, for another feed reader or another Feedwarden',
  args: '',
  argCount: [0, 0],
  options: {
    ...FILTER_OPTIONS,
    output: { type: 'string', value: 'FILE', help: 'write it there (default: to stdout)' },
  },
  notes: 'It is OPML wherever it goes. Addresses are told as they are, with their logins.',
  async run({ call, terminal, sources, signal }) {
    const filter = filterOf(call);
    const path = call.text('output');
    if (path === '') throw new UsageError('--output needs the name of a file');
    terminal.progress('exporting …');
    const opml = await sources.exportSources(filter, { signal });
    terminal.progress(null);
    if (path === undefined) terminal.out(opml.trimEnd());
    else {
      // The addresses may hold logins: nobody else's to read.
      await writeFile(path, opml, { mode: 0o600 });
      terminal.note(`${countFeeds(opml)} sources written to ${path}`);
    }
    return EXIT.ok;
  },
};

/** A quote inside of a value is escaped, so that this stands only where an attribute begins. */
const countFeeds = (opml: string): number => opml.split(' xmlUrl="').length - 1;

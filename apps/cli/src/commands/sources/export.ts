import { writeFile } from 'node:fs/promises';
import { Command } from '@commander-js/extra-typings';
import type { Run } from '../../context.js';
import { UsageError } from '../../errors.js';
import { filterOf, withFilters } from '../../options/source-filters.js';
import { counted } from '../../terminal/text.js';

export const exportCommand = (run: Run) =>
  withFilters(new Command('export'))
    .summary('write sources as an OPML file')
    .description(
      'Write sources as an OPML file, for a feed reader or another Feedwarden. Logins in addresses are included.',
    )
    .option('--output <file>', 'write this file (default: stdout)')
    .action(
      run(async ({ sources, terminal, signal }, { output, ...filters }) => {
        if (output === '') throw new UsageError('--output needs the name of a file');
        terminal.progress('exporting …');
        const opml = await sources.exportSources(filterOf(filters), { signal });
        terminal.progress(null);
        if (output === undefined) return terminal.raw(opml.trimEnd());
        // The addresses may hold logins: nobody else may read them.
        await writeFile(output, opml, { mode: 0o600 });
        terminal.note(`${counted(countFeeds(opml), 'source')} written to ${output}`);
      }),
    );

/** A quote in a value is escaped, so this stands only where an attribute begins. */
const countFeeds = (opml: string): number => opml.split(' xmlUrl="').length - 1;

import { Command } from '@commander-js/extra-typings';
import type { Run } from '../../context.js';
import { EXIT, UsageError } from '../../errors.js';
import { findSource, SOURCE_HELP } from '../../find-source.js';
import { oneLine } from '../../terminal/text.js';

export const removeCommand = (run: Run) =>
  new Command('remove')
    .description('delete a source')
    .argument('<source>', SOURCE_HELP)
    .option('--yes', 'do not ask')
    .action(
      run(async ({ sources, terminal, signal }, name, { yes }) => {
        const source = await findSource(sources, name, signal);
        const what = oneLine(`${source.name} (${source.feedUrl ?? 'no address'})`);
        if (!yes) {
          if (!terminal.ask) throw new UsageError(`--yes is missing: this would delete ${what}`);
          const answer = await terminal.ask(`Delete ${what}? [y/N] `);
          if (!/^y(es)?$/i.test(answer)) {
            terminal.note('Nothing was deleted.');
            return EXIT.failed;
          }
        }
        await sources.deleteSource(source.id, { signal, version: source.version });
        terminal.result({ deleted: source.id }, () => `deleted: ${what}`);
        return EXIT.ok;
      }),
    );

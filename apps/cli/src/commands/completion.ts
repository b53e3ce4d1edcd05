import { Argument, Command } from '@commander-js/extra-typings';
import { SHELLS, shellScript } from '../completion/shell-script.js';
import type { Run } from '../context.js';

export const completionCommand = (run: Run) =>
  new Command('completion')
    .summary('print a script that completes commands and options')
    .description('Print a script that completes commands and options. Its first lines say where to load it.')
    .addArgument(new Argument('<shell>').choices(SHELLS))
    .action(
      run(async ({ terminal }, shell) => {
        terminal.raw(shellScript(shell, [process.execPath, process.argv[1] ?? 'feedwarden']));
      }),
    );

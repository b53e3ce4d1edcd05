import type { Command } from '../command.js';
import { EXIT, UsageError } from '../exit-codes.js';
import { findSource } from '../find-source.js';

export const sourcesRemoveCommand: Command = {
  name: 'sources remove',
  summary: 'Delete a source',
  args: '<source>',
  argCount: [1, 1],
  options: { yes: { type: 'boolean', help: 'without asking' } },
  async run({ call, terminal, sources, signal }) {
    const source = await findSource(sources, call.args[0] ?? '', signal);
    const what = `${source.name} (${source.feedUrl ?? 'no address'})`;
    if (!call.flag('yes')) {
      if (!terminal.ask) throw new UsageError(`--yes is missing: it would delete ${what}`);
      const answer = await terminal.ask(`Delete ${what}? [y/N] `);
      if (!/^y(es)?$/i.test(answer)) {
        terminal.note('Nothing was deleted.');
        return EXIT.failed;
      }
    }
    await sources.deleteSource(source.id, { signal, version: source.version });
    terminal.out(terminal.isHuman ? `Deleted ${what}` : JSON.stringify({ deleted: source.id }));
    return EXIT.ok;
  },
};

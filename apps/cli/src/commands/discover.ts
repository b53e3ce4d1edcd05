import { Command, Option } from '@commander-js/extra-typings';
import { KEYLESS_SOURCE_TYPES } from '@feedwarden/contracts';
import type { Run } from '../context.js';
import { NotFoundError } from '../errors.js';
import { nothingFound, showDiscovery } from './discovery-text.js';

export const discoverCommand = (run: Run) =>
  new Command('discover')
    .description('show which feeds are at an address and what a poll would store')
    .argument('<url>', 'with or without https://')
    .addOption(new Option('--type <type>', 'look only for this').choices(KEYLESS_SOURCE_TYPES))
    .action(
      run(async ({ crawler, terminal, signal }, url, { type }) => {
        terminal.progress('looking …');
        const found = await crawler.discover({ url, ...(type && { type }) }, { signal });
        terminal.progress(null);
        terminal.result(found, (look) => (found.error ? null : showDiscovery(found, look)));
        if (found.error) throw new NotFoundError(nothingFound(found, found.error));
      }),
    );

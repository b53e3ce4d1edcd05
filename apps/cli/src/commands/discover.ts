import { KEYLESS_SOURCE_TYPES } from '@feedwarden/contracts';
import type { Command } from '../command.js';
import { EXIT, NotFoundError } from '../exit-codes.js';
import { oneOf } from '../read-options.js';
import { nothingFound, showDiscovery } from '../show-discovery.js';

export const discoverCommand: Command = {
  name: 'discover',
  summary: 'What is at an address, and what a first poll would store; stores nothing',
  args: '<url>',
  argCount: [1, 1],
  options: {
    type: { type: 'string', value: 'TYPE', help: `look only for ${KEYLESS_SOURCE_TYPES.join(', ')}` },
  },
  async run({ call, terminal, crawler, signal }) {
    const type = oneOf(call, 'type', KEYLESS_SOURCE_TYPES);
    terminal.progress('looking …');
    const found = await crawler.discover({ url: call.args[0] ?? '', ...(type && { type }) }, { signal });
    terminal.progress(null);
    if (!terminal.isHuman) terminal.out(JSON.stringify(found, null, 2));
    if (found.error) throw new NotFoundError(nothingFound(found, found.error));
    if (terminal.isHuman) terminal.out(showDiscovery(found, terminal));
    return EXIT.ok;
  },
};

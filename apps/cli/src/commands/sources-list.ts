import type { Source } from '@feedwarden/contracts';
import { ago } from '../ago.js';
import type { Command } from '../command.js';
import { EXIT } from '../exit-codes.js';
import { STATUS_COLOURS } from '../paint.js';
import { countOf } from '../read-options.js';
import { FILTER_OPTIONS, filterOf, SORT_OPTION, sortOf } from '../source-filters.js';
import { type Column, renderTable } from '../table.js';
import { takeUpTo } from '../take-up-to.js';

export const sourcesListCommand: Command = {
  name: 'sources list',
  summary: 'Which sources there are, and how they are doing',
  args: '',
  argCount: [0, 0],
  options: {
    ...FILTER_OPTIONS,
    sort: SORT_OPTION,
    limit: { type: 'string', value: 'N', help: 'so many at most (default: all)' },
  },
  async run({ call, terminal, sources, signal, now }) {
    const query = { ...filterOf(call), ...sortOf(call), limit: 500 };
    const found = await takeUpTo(countOf(call, 'limit'), sources.allSources(query, { signal }), terminal);
    if (!terminal.isHuman) terminal.out(JSON.stringify(found, null, 2));
    else if (found.length === 0) terminal.note('No sources. Add one: feedwarden sources add <url>');
    else terminal.out(renderTable(columns(now), found, terminal));
    return EXIT.ok;
  },
};

const columns = (now: Date): Column<Source>[] => [
  { title: 'id', text: ({ id }) => id.slice(0, 8), fixed: true },
  {
    title: 'status',
    text: ({ status }) => status,
    colour: ({ status }) => STATUS_COLOURS[status],
    fixed: true,
  },
  { title: 'name', text: ({ name }) => name },
  { title: 'address', text: ({ feedUrl }) => feedUrl },
  { title: 'polled', text: ({ lastPolledAt }) => ago(lastPolledAt, now), fixed: true },
  { title: 'trouble', text: troubleOf },
];

function troubleOf({ lastError, disabledReason, feedDisableReason, consecutiveFailures }: Source): string {
  const reason = disabledReason ?? lastError ?? feedDisableReason;
  if (reason === null) return '';
  return consecutiveFailures > 1 ? `${reason} (${consecutiveFailures} times)` : reason;
}

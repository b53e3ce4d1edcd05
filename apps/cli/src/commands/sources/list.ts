import { Command, Option } from '@commander-js/extra-typings';
import { ApiError } from '@feedwarden/client';
import { SOURCE_SORTS, type Source } from '@feedwarden/contracts';
import type { Context, Run } from '../../context.js';
import { filterOf, withFilters } from '../../options/source-filters.js';
import { count } from '../../options/values.js';
import { takeUpTo } from '../../take-up-to.js';
import { STATUS_COLOURS } from '../../terminal/paint.js';
import { type Column, renderTable } from '../../terminal/table.js';
import { ago } from '../../terminal/text.js';

const SORTS = SOURCE_SORTS.flatMap((field) => [field, `-${field}`] as const);

export const listCommand = (run: Run) =>
  withFilters(new Command('list'))
    .description('list sources and how they are doing')
    .addOption(new Option('--sort <field>', 'order by this field; -FIELD is descending').choices(SORTS))
    .option('--limit <n>', 'at most this many (default: all)', count)
    .action(
      run(async (context, { sort, limit, ...filters }) => {
        const { sources, terminal, signal, now } = context;
        const query = { ...filterOf(filters), ...(sort && { sort }), limit: Math.min(limit ?? 500, 500) };
        const found = await takeUpTo(limit, sources.allSources(query, { signal }), terminal);
        const nextPolls = terminal.isPerson ? await nextPollsOf(found, context) : new Map();
        terminal.result(found, (look) =>
          found.length === 0
            ? 'No sources. Add one: feedwarden sources add <url>'
            : renderTable(columns(now, nextPolls), found, look),
        );
      }),
    );

const ASKED_ABOUT = 100;
const ASKED_AT_ONCE = 10;

/** Only the crawler knows when a feed is polled next: it is asked about the first sources, when it is there. */
async function nextPollsOf(
  sources: Source[],
  { crawler, signal }: Context,
): Promise<Map<string, string | null>> {
  const nextPolls = new Map<string, string | null>();
  const waiting = sources.slice(0, ASKED_ABOUT);
  const ask = async () => {
    for (let source = waiting.shift(); source; source = waiting.shift()) {
      try {
        nextPolls.set(source.id, (await crawler.getFeed(source.id, { signal })).nextPollAt);
      } catch (error) {
        // One that it does not know yet is no reason to stop asking; that it is not there is.
        if (!(error instanceof ApiError)) waiting.length = 0;
      }
    }
  };
  await Promise.all(Array.from({ length: ASKED_AT_ONCE }, ask));
  signal.throwIfAborted();
  return nextPolls;
}

const columns = (now: Date, nextPolls: Map<string, string | null>): Column<Source>[] => [
  { title: 'id', text: ({ id }) => id.slice(0, 8), fixed: true },
  {
    title: 'status',
    text: ({ status }) => status,
    colour: ({ status }) => STATUS_COLOURS[status],
    fixed: true,
  },
  { title: 'since', text: (source) => ago(sinceWhen(source), now), fixed: true, dropFirst: 1 },
  {
    title: 'next',
    text: ({ id, feedRetryAt }) => ago(nextPolls.get(id) ?? feedRetryAt, now),
    fixed: true,
    dropFirst: 2,
  },
  { title: 'polled', text: ({ lastPolledAt }) => ago(lastPolledAt, now), fixed: true, dropFirst: 4 },
  { title: 'name', text: ({ name }) => name, least: 12 },
  { title: 'address', text: ({ feedUrl }) => feedUrl, dropFirst: 5 },
  { title: 'trouble', text: troubleOf, dropFirst: 3 },
];

/** When the present trouble began. */
const sinceWhen = ({ failingSince, quarantinedAt, feedDisabledAt }: Source): string | null =>
  failingSince ?? quarantinedAt ?? feedDisabledAt;

function troubleOf({ lastError, disabledReason, feedDisableReason, consecutiveFailures }: Source): string {
  const reason = disabledReason ?? lastError ?? feedDisableReason;
  if (reason === null) return '';
  return consecutiveFailures > 1 ? `${reason} (${consecutiveFailures} times)` : reason;
}

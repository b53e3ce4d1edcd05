import { randomUUID } from 'node:crypto';
import { Command, Option } from '@commander-js/extra-typings';
import {
  type Discovery,
  KEYLESS_SOURCE_TYPES,
  type NewSourceInput,
  policyNameSchema,
  webAddresses,
} from '@feedwarden/contracts';
import type { Context, Run } from '../../context.js';
import { NotFoundError, UsageError } from '../../errors.js';
import { sourcesAt } from '../../find-source.js';
import { count } from '../../options/values.js';
import { oneLine } from '../../terminal/text.js';
import { feedTable, nothingFound } from '../discovery-text.js';

export const addCommand = (run: Run) =>
  new Command('add')
    .description('find the feed at an address and add it as a source')
    .argument('<url>', 'of a feed or a page, with or without https://')
    .option('--name <text>', 'its name (default: the title found there)')
    .addOption(
      new Option('--type <type>', 'what to look for (default: what fits best)').choices(KEYLESS_SOURCE_TYPES),
    )
    .option('--pick <n>', 'which of several feeds', count)
    .option('--interval <minutes>', 'time between two polls', count)
    .option('--selector <css>', 'for a watchlist: which links are articles')
    .addOption(new Option('--policy <name>', 'its failure policy').choices(policyNameSchema.options))
    .option('--anyway', 'add it even if nothing usable is found there, or if it is a source already')
    .option('--dry-run', 'only show what would be added')
    .action(
      run(async (context, url, options) => {
        const { sources, terminal, signal } = context;
        if (!options.anyway) await refuseKnown(url, context);
        const found = await chosen(url, options, context);
        // What was found there may have another address.
        if (!options.anyway && found.feedUrl !== url) await refuseKnown(found.feedUrl, context);
        const source = { ...found, ...settingsOf(options) };
        const what = oneLine(`${source.name} (${source.type}, ${source.feedUrl})`);
        if (options.dryRun) {
          terminal.result(source, () => `would add: ${what}`);
          return;
        }
        const added = await sources.createSource(source, options.anyway ? {} : { unique: true }, {
          signal,
          idempotencyKey: randomUUID(),
        });
        terminal.result(added, () => `added: ${added.id.slice(0, 8)} ${what}`);
      }),
    );

interface AddOptions {
  name?: string | undefined;
  type?: (typeof KEYLESS_SOURCE_TYPES)[number] | undefined;
  pick?: number | undefined;
  interval?: number | undefined;
  selector?: string | undefined;
  policy?: (typeof policyNameSchema.options)[number] | undefined;
  anyway?: true | undefined;
}
type Found = Pick<NewSourceInput, 'name' | 'type' | 'siteUrl'> & { feedUrl: string };

type Setting = 'name' | 'articleSelector' | 'pollIntervalMinutes' | 'failurePolicy';

const settingsOf = ({
  name,
  selector,
  interval,
  policy,
}: AddOptions): Pick<Partial<NewSourceInput>, Setting> => ({
  ...(name && { name }),
  ...(selector && { articleSelector: selector }),
  ...(interval && { pollIntervalMinutes: interval }),
  ...(policy && { failurePolicy: policy }),
});

async function refuseKnown(url: string, { sources, signal }: Context): Promise<void> {
  const [known] = await sourcesAt(sources, url, signal);
  if (known)
    throw new Error(`${url} is a source already: ${known.id} (${known.name}). --anyway adds another one`);
}

/** The only feed there, the one that a person picks, or with --anyway the address itself. */
async function chosen(url: string, options: AddOptions, context: Context): Promise<Found> {
  const { crawler, terminal, signal } = context;
  const { type, anyway } = options;
  terminal.progress('looking …');
  const found = await crawler.discover({ url, ...(type && { type }) }, { signal });
  terminal.progress(null);
  const { suggestion, feeds } = found;
  const problem = problemOf(found);
  if (problem !== null) {
    if (!anyway) throw new NotFoundError(`${problem}. --anyway adds it all the same`);
    terminal.note(`${problem} (added anyway)`);
    return unseen(url, type);
  }
  if (!suggestion || feeds.length < 2) return suggestion ?? unseen(url, type);
  const number = options.pick ?? (await askWhich(found, context));
  const feed = feeds[number - 1];
  if (!feed) throw new UsageError(`--pick must be from 1 to ${feeds.length}`);
  return { ...suggestion, feedUrl: feed.url, name: feed.title?.slice(0, 200) || suggestion.name };
}

function problemOf(found: Discovery): string | null {
  const { url, error, suggestion, page } = found;
  if (error) return nothingFound(found, error);
  if (suggestion) return null;
  return page?.robotsRefusal
    ? `there is no feed at ${url}, and the page is not to be polled: ${page.robotsRefusal}`
    : `there is no feed at ${url}; --type website or watchlist takes the page`;
}

function unseen(url: string, type: AddOptions['type'] = 'rss'): Found {
  const [feedUrl = url] = webAddresses(url);
  return { name: feedUrl.replace(/^https?:\/\//, '').slice(0, 200), type, feedUrl };
}

async function askWhich({ feeds }: Discovery, { terminal }: Context): Promise<number> {
  if (!terminal.ask) {
    const list = feeds.map(({ url }, index) => `${index + 1}: ${url}`).join(', ');
    throw new UsageError(`there are several feeds, choose one with --pick (${list})`);
  }
  terminal.note(feedTable(feeds, terminal.look));
  const answer = await terminal.ask(`Which one? [1-${feeds.length}] `);
  if (!/^\d+$/.test(answer)) throw new UsageError('nothing was chosen, so nothing was added');
  return Number(answer);
}

import { randomUUID } from 'node:crypto';
import {
  type Discovery,
  KEYLESS_SOURCE_TYPES,
  type NewSourceInput,
  policyNameSchema,
} from '@feedwarden/contracts';
import type { Command, Context } from '../command.js';
import { EXIT, NotFoundError, UsageError } from '../exit-codes.js';
import { countOf, oneOf } from '../read-options.js';
import { feedTable, nothingFound } from '../show-discovery.js';

export const sourcesAddCommand: Command = {
  name: 'sources add',
  summary: 'Look at what is at an address, and add it as a source',
  args: '<url>',
  argCount: [1, 1],
  options: {
    name: { type: 'string', value: 'TEXT', help: 'else the title found there' },
    type: { type: 'string', value: 'TYPE', help: `${KEYLESS_SOURCE_TYPES.join(', ')}; else what fits best` },
    pick: { type: 'string', value: 'N', help: 'which of several feeds' },
    interval: { type: 'string', value: 'MINUTES', help: 'between two polls' },
    selector: { type: 'string', value: 'CSS', help: 'of a watchlist: which links are articles' },
    policy: { type: 'string', value: 'NAME', help: policyNameSchema.options.join(', ') },
    'dry-run': { type: 'boolean', help: 'only tell what would be added' },
  },
  async run(context) {
    const { call, terminal, sources, crawler, signal } = context;
    const settings = settingsOf(context);
    const type = oneOf(call, 'type', KEYLESS_SOURCE_TYPES);
    terminal.progress('looking …');
    const found = await crawler.discover({ url: call.args[0] ?? '', ...(type && { type }) }, { signal });
    terminal.progress(null);
    const source = { ...(await choose(found, context)), ...settings };
    if (call.flag('dry-run')) {
      terminal.out(terminal.isHuman ? `Would add: ${describe(source)}` : JSON.stringify(source, null, 2));
      return EXIT.ok;
    }
    const added = await sources.createSource(source, { signal, idempotencyKey: randomUUID() });
    terminal.out(
      terminal.isHuman
        ? `Added ${added.id.slice(0, 8)}: ${describe(source)}`
        : JSON.stringify(added, null, 2),
    );
    return EXIT.ok;
  },
};

const describe = ({ name, type, feedUrl }: NewSourceInput) => `${name} (${type}, ${feedUrl})`;

function settingsOf({ call }: Context): Partial<NewSourceInput> {
  const [name, articleSelector] = [call.text('name'), call.text('selector')];
  const pollIntervalMinutes = countOf(call, 'interval');
  const failurePolicy = oneOf(call, 'policy', policyNameSchema.options);
  return {
    ...(name && { name }),
    ...(articleSelector && { articleSelector }),
    ...(pollIntervalMinutes && { pollIntervalMinutes }),
    ...(failurePolicy && { failurePolicy }),
  };
}

/** The only thing there, or the one that a person picks. */
async function choose(found: Discovery, context: Context): Promise<NewSourceInput> {
  const { suggestion, feeds, page, error } = found;
  if (error) throw new NotFoundError(nothingFound(found, error));
  if (!suggestion && page?.robotsRefusal)
    throw new NotFoundError(
      `there is no feed at ${found.url}, and the page is not to be polled: ${page.robotsRefusal}`,
    );
  if (!suggestion)
    throw new NotFoundError(`there is no feed at ${found.url}; --type website or watchlist takes the page`);
  if (feeds.length < 2) return suggestion;
  const number = countOf(context.call, 'pick') ?? (await askWhich(found, context));
  const feed = feeds[number - 1];
  if (!feed) throw new UsageError(`--pick must be from 1 to ${feeds.length}`);
  return { ...suggestion, feedUrl: feed.url, name: feed.title?.slice(0, 200) || suggestion.name };
}

async function askWhich({ feeds }: Discovery, { terminal }: Context): Promise<number> {
  if (!terminal.ask) {
    const list = feeds.map(({ url }, index) => `${index + 1}: ${url}`).join(', ');
    throw new UsageError(`there are several feeds, choose one by --pick (${list})`);
  }
  terminal.note(feedTable(feeds, terminal));
  const answer = await terminal.ask(`Which one? [1-${feeds.length}] `);
  if (!/^\d+$/.test(answer)) throw new UsageError('nothing was chosen, so nothing was added');
  return Number(answer);
}

import type { BulkAnswer, Source } from '@feedwarden/contracts';
import type { Command, Context } from '../command.js';
import { EXIT, type ExitCode, UsageError } from '../exit-codes.js';
import { findSource } from '../find-source.js';
import { FILTER_OPTIONS, filterOf } from '../source-filters.js';

type Action = 'enable' | 'disable';

export const sourcesEnableCommand = switchCommand(
  'enable',
  'Let sources be polled again, with a fresh start',
);
export const sourcesDisableCommand = switchCommand(
  'disable',
  'Take sources out of polling until they are enabled',
);

function switchCommand(action: Action, summary: string): Command {
  return {
    name: `sources ${action}`,
    summary,
    args: '[source…]',
    argCount: [0, Number.POSITIVE_INFINITY],
    options: {
      ...FILTER_OPTIONS,
      all: { type: 'boolean', help: 'every source there is' },
      'dry-run': { type: 'boolean', help: 'only tell which' },
    },
    notes: 'Name sources by id, its beginning or address; or all that a filter finds.',
    run: (context) => runSwitch(action, context),
  };
}

async function runSwitch(action: Action, context: Context): Promise<ExitCode> {
  const { call, terminal, sources, signal } = context;
  const filter = filterOf(call);
  const isFiltered = Object.keys(filter).length > 0;
  const ways = [call.args.length > 0, isFiltered, call.flag('all')].filter(Boolean).length;
  if (ways !== 1) throw new UsageError('name sources, or give filters, or --all');
  if (call.args.length > 0) return switchNamed(action, context);
  const dryRun = call.flag('dry-run');
  const answer = await sources.changeManySources(
    { action, filter: isFiltered ? filter : { all: true }, dryRun },
    { signal },
  );
  terminal.out(terminal.isHuman ? summaryOf(action, answer) : JSON.stringify(answer, null, 2));
  return EXIT.ok;
}

function summaryOf(action: Action, { dryRun, matched, changed, sample }: BulkAnswer): string {
  const verb = dryRun ? `would be ${action}d` : `${action}d`;
  const names = sample.map(({ id, name }) => `  ${id.slice(0, 8)}  ${name}`);
  const more = changed > sample.length ? [`  … and ${changed - sample.length} more`] : [];
  return [`${changed} ${verb}, of ${matched} found`, ...names, ...more].join('\n');
}

async function switchNamed(action: Action, context: Context): Promise<ExitCode> {
  const { call, terminal, sources, signal } = context;
  const named: Source[] = [];
  for (const text of call.args) named.push(await findSource(sources, text, signal));
  const done: Source[] = [];
  for (const source of named) {
    const now = call.flag('dry-run') ? source : await SWITCH[action](source, context);
    done.push(now);
    if (terminal.isHuman)
      terminal.out(
        `${call.flag('dry-run') ? `would ${action}` : `${action}d`} ${now.id.slice(0, 8)} ${now.name}`,
      );
  }
  if (!terminal.isHuman) terminal.out(JSON.stringify(done, null, 2));
  return EXIT.ok;
}

const SWITCH = {
  /** Whatever keeps it from being polled ends. */
  async enable(source: Source, { sources, signal }: Context): Promise<Source> {
    let now = source;
    if (!now.enabled) now = await sources.changeSource(now.id, { enabled: true }, { signal });
    if (now.quarantinedAt) now = await sources.releaseSource(now.id, {}, { signal });
    return now.feedDisabledAt ? sources.enableFeed(now.id, {}, { signal }) : now;
  },
  disable: ({ id }: Source, { sources, signal }: Context): Promise<Source> =>
    sources.changeSource(id, { enabled: false }, { signal }),
};

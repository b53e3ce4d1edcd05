import { Command } from '@commander-js/extra-typings';
import type { BulkAnswer, Source } from '@feedwarden/contracts';
import type { Context, Run } from '../../context.js';
import { UsageError } from '../../errors.js';
import { findSource, SOURCE_HELP } from '../../find-source.js';
import { filterOf, withFilters } from '../../options/source-filters.js';
import { oneLine } from '../../terminal/text.js';

export const enableCommand = (run: Run) => manyCommand(run, 'enable', 'let sources be polled again', enable);

export const disableCommand = (run: Run) =>
  manyCommand(run, 'disable', 'take sources out of polling', ({ id }, context) =>
    context.sources.changeSource(id, { enabled: false }, { signal: context.signal }),
  );

export const quarantineCommand = (run: Run) =>
  new Command('quarantine')
    .description('take sources out of polling until a poll by hand succeeds')
    .argument('<source...>', SOURCE_HELP)
    .option('--reason <text>', 'why, for the events')
    .action(
      run((context, names, { reason }) =>
        switchNamed(names, context, 'quarantined', ({ id }) =>
          context.sources.quarantineSource(id, reason ? { reason } : {}, { signal: context.signal }),
        ),
      ),
    );

export const releaseCommand = (run: Run) =>
  new Command('release')
    .description('end the quarantine of sources')
    .argument('<source...>', SOURCE_HELP)
    .action(
      run((context, names) =>
        switchNamed(names, context, 'released', ({ id }) =>
          context.sources.releaseSource(id, {}, { signal: context.signal }),
        ),
      ),
    );

type Switch = (source: Source, context: Context) => Promise<Source>;

/** Ends whatever keeps the source from being polled. */
async function enable(source: Source, { sources, signal }: Context): Promise<Source> {
  let now = source;
  if (!now.enabled) now = await sources.changeSource(now.id, { enabled: true }, { signal });
  if (now.quarantinedAt) now = await sources.releaseSource(now.id, {}, { signal });
  return now.feedDisabledAt ? sources.enableFeed(now.id, {}, { signal }) : now;
}

function manyCommand(run: Run, action: 'enable' | 'disable', summary: string, turn: Switch) {
  return withFilters(new Command(action))
    .description(`${summary}: those that are named, or all that the filters find`)
    .argument('[source...]', SOURCE_HELP)
    .option('--all', 'every source')
    .option('--dry-run', 'only show which')
    .action(
      run(async (context, names, { all = false, dryRun = false, ...filters }) => {
        const filter = filterOf(filters);
        const isFiltered = Object.keys(filter).length > 0;
        if ([names.length > 0, isFiltered, all].filter(Boolean).length !== 1)
          throw new UsageError('name sources, or give filters, or --all');
        if (names.length > 0)
          return dryRun
            ? switchNamed(names, context, `would be ${action}d`, async (source) => source)
            : switchNamed(names, context, `${action}d`, turn);
        const { sources, terminal, signal } = context;
        const answer = await sources.changeManySources(
          { action, filter: isFiltered ? filter : { all: true }, dryRun },
          { signal },
        );
        terminal.result(answer, () => summaryOf(action, answer));
      }),
    );
}

/** All names are looked up first: a mistake in one of them changes nothing. */
async function switchNamed(names: string[], context: Context, done: string, turn: Switch): Promise<void> {
  const { sources, terminal, signal } = context;
  const named: Source[] = [];
  for (const name of names) named.push(await findSource(sources, name, signal));
  const changed: Source[] = [];
  for (const source of named) changed.push(await turn(source, context));
  terminal.result(changed, () =>
    changed.map(({ id, name }) => `${done}: ${id.slice(0, 8)} ${oneLine(name)}`).join('\n'),
  );
}

function summaryOf(action: string, { dryRun, matched, changed, sample }: BulkAnswer): string {
  const verb = dryRun ? `would be ${action}d` : `${action}d`;
  const names = sample.map(({ id, name }) => `  ${id.slice(0, 8)}  ${oneLine(name)}`);
  const more = changed > sample.length ? [`  … and ${changed - sample.length} more`] : [];
  return [`${changed} ${verb}, of ${matched} found`, ...names, ...more].join('\n');
}

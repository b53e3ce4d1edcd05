import { Command } from '@commander-js/extra-typings';
import type { SourceEvent } from '@feedwarden/contracts';
import type { Run } from '../context.js';
import { findSource, SOURCE_HELP } from '../find-source.js';
import { count } from '../options/values.js';
import { type Look, renderTable } from '../terminal/table.js';
import { ago } from '../terminal/text.js';

export const eventsCommand = (run: Run) =>
  new Command('events')
    .description('list who changed what of a source, when and why')
    .argument('<source>', `${SOURCE_HELP}; a removed source by its whole id`)
    .option('--limit <n>', 'at most this many', count, 50)
    .action(
      run(async ({ sources, terminal, signal, now }, name, { limit }) => {
        const id = /^[\da-f-]{36}$/i.test(name) ? name : (await findSource(sources, name, signal)).id;
        const { items } = await sources.listSourceEvents(id, { limit: Math.min(limit, 500) }, { signal });
        terminal.result(items, (look) => (items.length > 0 ? eventTable(items, now, look) : 'No events.'));
      }),
    );

export const eventTable = (events: SourceEvent[], now: Date, look: Look): string =>
  renderTable(
    [
      { title: 'when', text: ({ at }) => ago(at, now), fixed: true },
      { title: 'what', text: ({ action }) => action, fixed: true },
      { title: 'who', text: ({ actor }) => actor, dropFirst: 1 },
      { title: 'why', text: ({ reason }) => reason ?? '' },
      { title: 'evidence', text: ({ evidence }) => evidenceText(evidence), dropFirst: 2 },
    ],
    events,
    look,
  );

function evidenceText(evidence: SourceEvent['evidence']): string {
  const { error, statusCode, code } = evidence ?? {};
  return String(error ?? code ?? statusCode ?? '');
}

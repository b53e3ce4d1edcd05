import type { Source, SourceEvent } from '@feedwarden/contracts';
import { ago } from '../ago.js';
import type { Command, Context } from '../command.js';
import { type Detail, renderDetails } from '../details.js';
import { EXIT } from '../exit-codes.js';
import { findSource } from '../find-source.js';
import { STATUS_COLOURS } from '../paint.js';
import { renderTable } from '../table.js';

const SHOWN_EVENTS = 10;

export const sourcesShowCommand: Command = {
  name: 'sources show',
  summary: 'One source: its settings, its health, and what happened to it last',
  args: '<source>',
  argCount: [1, 1],
  options: {},
  notes: '<source> is an id, its beginning (at least 4 characters), or the address of the feed or the site.',
  async run({ call, terminal, sources, signal, now }) {
    const source = await findSource(sources, call.args[0] ?? '', signal);
    const { items: events } = await sources.sourceEvents(source.id, { limit: SHOWN_EVENTS }, { signal });
    if (terminal.isHuman) showToPerson(source, events, terminal, now);
    else terminal.out(JSON.stringify({ ...source, events }, null, 2));
    return EXIT.ok;
  },
};

function showToPerson(source: Source, events: SourceEvent[], terminal: Context['terminal'], now: Date): void {
  terminal.out(renderDetails(detailsOf(source, now), terminal.colours));
  if (events.length === 0) return;
  terminal.out('');
  const columns = [
    { title: 'when', text: ({ at }: SourceEvent) => ago(at, now), fixed: true },
    { title: 'what', text: ({ action }: SourceEvent) => action, fixed: true },
    { title: 'who', text: ({ actor }: SourceEvent) => actor },
    { title: 'why', text: ({ reason }: SourceEvent) => reason ?? '' },
  ];
  terminal.out(renderTable(columns, events, terminal));
}

function detailsOf(source: Source, now: Date): Detail[] {
  const at = (iso: string | null) => iso && `${iso} (${ago(iso, now)})`;
  return [
    ['name', source.name],
    ['id', source.id],
    ['type', source.type],
    ['address', source.feedUrl],
    ['site', source.siteUrl],
    ['status', source.status, STATUS_COLOURS[source.status]],
    ['disabled', source.disabledReason ?? source.feedDisableReason],
    ['tried again', at(source.feedRetryAt)],
    ['quarantined', at(source.quarantinedAt)],
    ['failing since', at(source.failingSince)],
    ['failures', source.consecutiveFailures || null],
    ['last error', source.lastError, 'red'],
    ['last polled', at(source.lastPolledAt)],
    ['last success', at(source.lastSuccessAt)],
    ['interval', source.pollIntervalMinutes && `${source.pollIntervalMinutes} min`],
    ['policy', source.failurePolicy],
    ['created', at(source.createdAt)],
  ];
}

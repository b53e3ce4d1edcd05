import { Command } from '@commander-js/extra-typings';
import type { BlameIncident, BlameIncidentDetail } from '@feedwarden/contracts';
import type { Context, Run } from '../context.js';
import { NotFoundError, UsageError } from '../errors.js';
import { count } from '../options/values.js';
import type { Colour } from '../terminal/paint.js';
import { type Column, renderDetails, renderTable } from '../terminal/table.js';
import { ago, counted } from '../terminal/text.js';

const MOST = 500;
const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;
const STATE_COLOURS: Record<BlameIncident['state'], Colour> = { open: 'yellow', lost: 'red', closed: 'dim' };

export const incidentsCommand = (run: Run) =>
  new Command('incidents')
    .description('list hosts, parts of them, domains and CDNs that fail as a whole, or show one of them')
    .argument('[incident]', 'the id of one, or the beginning of it')
    .option('--open', 'only those that are not over')
    .option('--limit <n>', 'at most this many', count, 50)
    .action(
      run(async (context, name, { open, limit }) => {
        const { crawler, terminal, signal, now } = context;
        if (name !== undefined) {
          const incident = await crawler.getBlameIncident(await idOf(name, context), { signal });
          terminal.result(incident, (look) => renderDetails(detailsOf(incident, now), look));
          return;
        }
        const query = { limit: Math.min(limit, MOST), ...(open && { open }) };
        const { items } = await crawler.listBlameIncidents(query, { signal });
        terminal.result(items, (look) =>
          items.length > 0 ? renderTable(columns(now), items, look) : `No ${open ? 'open ' : ''}incidents.`,
        );
      }),
    );

async function idOf(name: string, { crawler, signal }: Context): Promise<string> {
  if (UUID.test(name)) return name;
  const { items } = await crawler.listBlameIncidents({ limit: MOST }, { signal });
  const found = items.filter(({ id }) => id.startsWith(name.toLowerCase()));
  const [one, another] = found;
  if (!one)
    throw new NotFoundError(
      `there is no incident "${name}" among the last ${MOST}. See: feedwarden incidents`,
    );
  if (another) throw new UsageError(`"${name}" is ambiguous: ${found.map(({ id }) => id).join(', ')}`);
  return one.id;
}

const columns = (now: Date): Column<BlameIncident>[] => [
  { title: 'id', text: ({ id }) => id.slice(0, 8), fixed: true },
  { title: 'state', text: ({ state }) => state, colour: ({ state }) => STATE_COLOURS[state], fixed: true },
  { title: 'since', text: ({ startedAt }) => ago(startedAt, now), fixed: true, dropFirst: 1 },
  { title: 'kind', text: ({ kind }) => kind, fixed: true, dropFirst: 4 },
  { title: 'what', text: placeOf, least: 12 },
  { title: 'error', text: ({ code }) => code, dropFirst: 3 },
  { title: 'feeds', text: ({ feeds }) => feeds, fixed: true, dropFirst: 5 },
  {
    title: 'next probe',
    text: ({ nextProbeAt, closedAt }) => (closedAt ? `ended ${ago(closedAt, now)}` : ago(nextProbeAt, now)),
    fixed: true,
    dropFirst: 2,
  },
];

const placeOf = ({ key, route }: BlameIncident) => (route === null ? key : `${key}/${route}`);

function detailsOf(incident: BlameIncidentDetail, now: Date) {
  const { id, state, kind, family, code, hosts, hostCount, feeds, feedsNow, failedProbes, evidence } =
    incident;
  const more = hostCount > hosts.length ? ` and ${hostCount - hosts.length} more` : '';
  return [
    ['id', id],
    ['what', `${kind} ${placeOf(incident)}`],
    ['state', state, STATE_COLOURS[state]],
    ['error', `${code} (${family})`],
    ['since', ago(incident.startedAt, now)],
    ['ended', ago(incident.closedAt, now)],
    ['feeds', `${feedsNow} (${feeds} when it was opened)`],
    ['hosts', `${hosts.join(', ')}${more}`],
    ['next probe', ago(incident.nextProbeAt, now)],
    ['failed probes', failedProbes],
    ['evidence', evidenceOf(evidence)],
    ['network', incident.vantage],
    ['what ends it', incident.ends],
  ] satisfies Parameters<typeof renderDetails>[0];
}

function evidenceOf(evidence: BlameIncidentDetail['evidence']): string | null {
  const ids = new Set(evidence.map(({ sourceId }) => sourceId.slice(0, 8)));
  return ids.size === 0 ? null : `${counted(evidence.length, 'failed poll')} of ${[...ids].join(', ')}`;
}

import {
  ageIncident,
  type CloseReason,
  closeIncident,
  type IncidentDraft,
  type IncidentEvent,
  type IncidentPlace,
} from '@feedwarden/feed-health';
import type { Logger } from '@feedwarden/service-kit';
import type { Feed } from '../poll/feed.js';
import type { HostLease } from '../poll/ports.js';
import { routeOf, siteOf } from './places.js';
import type { IncidentStore, KnownIncident } from './ports.js';
import type { Senses } from './senses.js';

export type IncidentBook = ReturnType<typeof createIncidentBook>;

const keyOf = ({ scope, key, route }: IncidentPlace) => `${scope} ${key} ${route}`;

/** The incidents that are open, as this crawler knows them: few, and read again once a tick. */
export function createIncidentBook(
  store: IncidentStore,
  senses: Pick<Senses, 'forget'>,
  logger: Logger,
  now: () => Date,
) {
  let open = new Map<string, KnownIncident>();
  const at = (place: IncidentPlace) => open.get(keyOf(place)) ?? null;
  const know = (incident: KnownIncident) => {
    open.set(keyOf(incident), incident);
    return incident;
  };

  function tell(event: IncidentEvent | null, incident: KnownIncident): void {
    if (!event) return;
    const { id, scope, key, route, family, code, feeds, startedAt: since } = incident;
    const about = { incidentId: id, scope, host: key, ...(route && { route }), family, code, feeds, since };
    if (event === 'opened') logger.warn(about, 'host incident opened');
    if (event === 'lost') logger.warn(about, 'host incident lost: nothing was disabled');
    if (event === 'closed')
      logger.info({ ...about, closeReason: incident.closeReason }, 'host incident closed');
  }

  async function close(
    incident: KnownIncident,
    reason: CloseReason,
    tells: IncidentEvent | null,
  ): Promise<void> {
    open.delete(keyOf(incident));
    senses.forget(incident);
    if (await store.close(incident, reason, now())) tell(tells, { ...incident, closeReason: reason });
  }

  return {
    at,
    list: () => [...open.values()],

    async open(draft: IncidentDraft): Promise<KnownIncident> {
      const { incident, isNew } = await store.open(draft, now());
      if (isNew)
        logger.debug({ incidentId: incident.id, scope: draft.scope, host: draft.key }, 'incident noticed');
      return know(incident);
    },

    /** What keeps the whole host from being polled; the widest first. */
    async holding({ host, turn }: HostLease): Promise<KnownIncident | null> {
      const { incidentId } = turn.standing;
      const known =
        at({ scope: 'site', key: siteOf(host), route: '' }) ?? at({ scope: 'host', key: host, route: '' });
      if (incidentId === null) return known;
      const held =
        [...open.values()].find(({ id }) => id === incidentId) ?? (await store.findOpen(incidentId));
      return known?.scope === 'site' ? known : ((held && know(held)) ?? known);
    },

    ofRoute: ({ host, settings }: Feed): KnownIncident | null =>
      open.size === 0 ? null : at({ scope: 'route', key: host, route: routeOf(settings.feedUrl ?? '') }),

    /** null: it is over. */
    async readAgain(known: KnownIncident): Promise<KnownIncident | null> {
      const current = await store.findOpen(known.id);
      if (current) return know(current);
      open.delete(keyOf(known));
      return null;
    },

    async save(incident: KnownIncident): Promise<void> {
      know(incident);
      await store.saveProbe(incident);
    },

    close,

    /** What other crawlers did, and what time alone does. */
    async look(): Promise<void> {
      open = new Map((await store.readOpen()).map((incident) => [keyOf(incident), incident]));
      for (const incident of [...open.values()]) {
        const { incident: aged, tells } = ageIncident(incident, now());
        if (!tells || !(await store.saveAge(incident, aged))) continue;
        tell(tells, know({ ...incident, ...aged }));
      }
      if (open.size === 0) return;
      for (const incident of await store.readAbandoned())
        await close(incident, 'no_feeds', closeIncident(incident, 'no_feeds', now()).tells);
    },
  };
}

import {
  afterCanaries,
  canaries,
  createSurroundings,
  denyingEdge,
  failingSite,
  forgetSurroundings,
  type Incident,
  isDenial,
  isTransport,
  notePoll,
  noteSurroundings,
  ONLINE,
  type OwnNetwork,
  ownNetworkState,
  type PollError,
  type SharedFailure,
  suspectsUs,
} from '@feedwarden/feed-health';
import { MINUTE, SECOND, type World, type WorldFeed, type WorldHost } from '../world/world.js';
import type { Book } from './book.js';
import type { IncidentList } from './incident-list.js';

const CHECKED_EVERY = 30 * SECOND;
const RETRIED_WITHIN = 10 * MINUTE;
const SHORT_OUTAGE = 30 * MINUTE;

/** What a crawler notices beyond a host: its own network, sites and edges. */
export function createSenses(world: World, book: Book, incidents: IncidentList) {
  const surroundings = createSurroundings();
  const byId = new Map(book.feeds.map((known) => [known.feed.id, known]));
  let own: OwnNetwork = ONLINE;
  let offlineUntil = 0;

  /** Asks the canaries, and takes back what was counted before we knew. */
  function check(at: number): void {
    const { counted } = own;
    own = afterCanaries(own, lostCanaries(at), new Date(at));
    if (stateAt(at) === 'online') return;
    for (const { sourceId, at: failedAt } of counted) {
      const known = byId.get(sourceId);
      if (known) incidents.takeBack([known], failedAt, 'self', at);
    }
    if (stateAt(at) === 'offline') waitUntilBack(at);
  }

  /** While offline nothing is polled: only the canaries are asked. */
  function waitUntilBack(at: number): void {
    offlineUntil = at;
    while (own.offlineSince) {
      offlineUntil += CHECKED_EVERY;
      own = afterCanaries(own, lostCanaries(offlineUntil), new Date(offlineUntil));
    }
    if (offlineUntil - at > SHORT_OUTAGE) book.messages.push({ isHit: true }, { isHit: true });
  }

  const lostCanaries = (at: number) => canaries(own).filter(() => !world.canReach(at)).length;
  const stateAt = (at: number) => ownNetworkState(own, new Date(at));
  const isOffline = (at: number) => at < offlineUntil;
  const blamesUs = (at: number) => isOffline(at) || stateAt(at) === 'degraded';

  return {
    note(
      { id, host }: WorldFeed,
      { error, at }: { error: PollError | null; at: number },
      isChronic: boolean,
    ): void {
      const poll = { sourceId: id, host: host.name, site: host.site, at: new Date(at) };
      const failure = error && isTransport(error) ? 'transport' : 'other_failure';
      own = notePoll(own, { ...poll, isChronic, result: error ? failure : 'good' });
      if (isChronic) return;
      const result = error ? (isDenial(error) ? 'denied' : 'other_failure') : 'good';
      noteSurroundings(surroundings, { ...poll, edge: host.edge, result });
    },

    blamesUs(at: number): boolean {
      if (!blamesUs(at) && suspectsUs(own, new Date(at))) check(at);
      return blamesUs(at);
    },

    isOffline,
    backAt: () => offlineUntil,

    /** What failed by our own fault is tried again soon, or as soon as we are back. */
    retryAt: (at: number): Date => new Date(isOffline(at) ? at : at + RETRIED_WITHIN),

    failingSite: ({ site }: WorldHost): SharedFailure | null => failingSite(surroundings, site),

    denyingEdge({ edge, name }: WorldHost): SharedFailure | null {
      if (edge === null) return null;
      const known = incidents.at({ scope: 'edge', key: edge, route: '' });
      if (!known) return denyingEdge(surroundings, edge);
      const { startedAt } = known.incident;
      return { since: startedAt, failing: [{ host: name, sourceId: '', at: startedAt }] };
    },

    forget: ({ scope, key }: Incident): void => forgetSurroundings(surroundings, scope, key),
  };
}

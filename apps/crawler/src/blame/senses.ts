import {
  afterCanaries,
  canaries,
  createSurroundings,
  denyingEdge,
  failingSite,
  forgetSurroundings,
  type IncidentPlace,
  isChronic,
  isDenial,
  isTransport,
  notePoll,
  noteSurroundings,
  ONLINE,
  type OwnNetwork,
  type OwnNetworkState,
  ownNetworkState,
  type PollError,
  type SharedFailure,
  suspectsUs,
} from '@feedwarden/feed-health';
import type { Logger } from '@feedwarden/service-kit';
import type { Feed } from '../poll/feed.js';
import { parseUrl } from '../poll/web-url.js';
import { siteOf } from './places.js';
import type { Canary, HostMemory, OwnOutages, ReachHost } from './ports.js';
import { siblingOf } from './sibling.js';

export interface SensesDeps {
  reachHost: ReachHost;
  /** Asked instead of the hosts that responded last; empty: those. */
  selfCheckHosts: readonly string[];
  outages: OwnOutages;
  takeBack: HostMemory['takeBack'];
  vantage: string;
  logger: Logger;
  now: () => Date;
}

/** What fails by our own fault is tried again then, unless we are offline. */
const RETRIED_AFTER_MS = 10 * 60_000;

export type Senses = ReturnType<typeof createSenses>;

/** What a crawler notices beyond a host: its own network, sites and edges. In memory: traffic rebuilds it. */
export function createSenses(deps: SensesDeps) {
  const { now, logger } = deps;
  const surroundings = createSurroundings();
  let own: OwnNetwork = ONLINE;
  let checking: Promise<void> | undefined;
  let asked: Canary[] = [];
  let since: Date | null = null;
  let told: OwnNetworkState = 'online';

  const state = () => ownNetworkState(own, now());

  /** One round at a time, however many polls fail. */
  function check(): Promise<void> {
    checking ??= askCanaries().finally(() => {
      checking = undefined;
    });
    return checking;
  }

  async function askCanaries(): Promise<void> {
    const hosts = deps.selfCheckHosts.length > 0 ? [...deps.selfCheckHosts] : canaries(own);
    const answers = await Promise.all(hosts.map((host) => deps.reachHost(host)));
    const { counted } = own;
    asked = hosts.map((host, index) => ({ host, reached: answers[index] === true }));
    own = afterCanaries(own, asked.filter(({ reached }) => !reached).length, now());
    if (state() !== 'online' && counted.length > 0) await takeBack(counted);
    await tell();
  }

  /** What was counted before we knew. */
  async function takeBack(counted: OwnNetwork['counted']): Promise<void> {
    const first = new Date(Math.min(...counted.map(({ at }) => at.getTime())));
    own = { ...own, counted: [] };
    await deps.takeBack([...new Set(counted.map(({ sourceId }) => sourceId))], first, 'self');
  }

  async function tell(): Promise<void> {
    const current = state();
    if (current === told) return;
    told = current;
    since = current === 'online' ? null : now();
    const isNews = await deps.outages.save(current, now(), asked);
    const about = {
      vantage: deps.vantage,
      lost: asked.filter(({ reached }) => !reached).map(({ host }) => host),
    };
    if (!isNews) return;
    if (current === 'offline')
      logger.warn(about, 'our own network is down: nothing is polled until it is back');
    else if (current === 'degraded') logger.warn(about, 'our own network loses connections');
    else logger.info({ vantage: deps.vantage }, 'our own network is back');
  }

  return {
    note(feed: Feed, edge: string | null, error: PollError | null, at: Date): void {
      const { sourceId, host, settings } = feed;
      const isOld = isChronic(siblingOf(feed), at);
      const transport = error !== null && isTransport(error);
      const result = error === null ? 'good' : transport ? 'transport' : 'other_failure';
      const site = siteOf(host);
      own = notePoll(own, {
        sourceId,
        host: placeOf(settings.feedUrl, host),
        site,
        isChronic: isOld,
        result,
        at,
      });
      // Nearly every poll: nothing of its site has failed, and nothing is known of an edge.
      if (isOld || (!error && edge === null && !surroundings.sites.has(site))) return;
      const seen = error === null ? 'good' : isDenial(error) ? 'denied' : 'other_failure';
      noteSurroundings(surroundings, { sourceId, host, site, edge, result: seen, at });
    },

    async blamesUs(): Promise<boolean> {
      if (state() === 'online' && suspectsUs(own, now())) await check();
      return state() !== 'online';
    },

    isOffline: () => own.offlineSince !== null,
    /** Asks whether we are back; does nothing while we are online. */
    async watch(): Promise<void> {
      if (own.offlineSince) await check();
      else await tell();
    },
    state: () => ({ state: state(), since, canaries: asked }),
    retryAt: () => new Date(now().getTime() + (own.offlineSince ? 0 : RETRIED_AFTER_MS)),

    failingSite: (host: string): SharedFailure | null => failingSite(surroundings, siteOf(host)),
    denyingEdge: (edge: string): SharedFailure | null => denyingEdge(surroundings, edge),
    forget: ({ scope, key }: IncidentPlace): void => forgetSurroundings(surroundings, scope, key),
  };
}

/** Where a connection to a feed's host is opened. */
function placeOf(feedUrl: string | null, host: string): string {
  const url = parseUrl(feedUrl ?? '');
  return `${host}:${url?.port || (url?.protocol === 'http:' ? 80 : 443)}`;
}

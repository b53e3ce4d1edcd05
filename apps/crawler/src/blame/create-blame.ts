import type { FailurePolicySet } from '@feedwarden/contracts';
import { underSignals } from '@feedwarden/pacing';
import {
  type BackgroundLoop,
  createBackgroundLoop,
  type FaultLog,
  type Logger,
} from '@feedwarden/service-kit';
import type { PollDelays } from '../poll/politeness.js';
import type { AttemptSource, PollSource } from '../poll/poll-source.js';
import type { FeedReader, RecordOutcome, TurnKeeper } from '../poll/ports.js';
import { createIncidentBook } from './incident-book.js';
import { createJudgePolls } from './judge-polls.js';
import { createKeepTurns } from './keep-turns.js';
import type { HostMemory, IncidentStore, OwnOutages, ReachHost } from './ports.js';
import { createSenses } from './senses.js';

export interface BlameDeps {
  store: IncidentStore;
  hosts: HostMemory;
  outages: OwnOutages;
  reachHost: ReachHost;
  selfCheckHosts: readonly string[];
  vantage: string;
  delays: PollDelays;
  findFeed: FeedReader['find'];
  policies: () => FailurePolicySet;
  tickSeconds: number;
  logger: Logger;
  faults: FaultLog;
  now: () => Date;
}

/** What polling gives to blame, once it is put together. */
export interface PolledBy {
  record: RecordOutcome;
  attempt: () => AttemptSource;
  pollSource: () => PollSource;
  abandoning: () => AbortSignal;
}

/** What polling takes from blame; all of it is missing when blame is off. */
export interface Blame {
  /** Stands before the one exit. */
  judging(polled: PolledBy): { record: RecordOutcome; keeper: TurnKeeper };
  isOffline(): boolean;
}

const CANNOT_LOOK = 'cannot look after incidents';
/** Our own network is asked for as often as this, and incidents as often as a tick if that is rarer. */
const LOOKED_EVERY_SECONDS = 30;

/** Finds out whose fault failures are, and keeps what is not the feed's from counting against it. */
export function createBlame(deps: BlameDeps) {
  const { store, hosts, logger, now } = deps;
  const senses = createSenses({ ...deps, takeBack: hosts.takeBack });
  const incidents = createIncidentBook(store, senses, logger, now);

  async function look(): Promise<number> {
    try {
      await senses.watch();
      await incidents.look();
      deps.faults.over(CANNOT_LOOK);
    } catch (error) {
      deps.faults.report(CANNOT_LOOK, error);
    }
    return Math.min(deps.tickSeconds, LOOKED_EVERY_SECONDS) * 1000;
  }

  const loop: BackgroundLoop = createBackgroundLoop(look);
  return {
    incidents,
    senses,
    isOffline: senses.isOffline,
    start: loop.start,
    stop: loop.stop,

    judging({ record, attempt, pollSource, abandoning }: PolledBy) {
      const { keeper, pause, answered } = createKeepTurns({ ...deps, incidents, senses, pollSource });
      const judged = createJudgePolls({
        ...deps,
        record,
        attempt,
        incidents,
        senses,
        pause: (lease, feed) => underSignals([abandoning(), lease.lost], (over) => pause(lease, feed, over)),
        answered,
        abandoning,
      });
      return { record: judged, keeper };
    },
  };
}

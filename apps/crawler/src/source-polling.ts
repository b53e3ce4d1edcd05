import type { Database, Logger, Metrics } from '@feedwarden/service-kit';
import type { Config } from './config.js';
import { limitPollsNow } from './poll/limit-polls-now.js';
import { createPollHost } from './poll/poll-host.js';
import { createPollingLoop } from './poll/poll-loop.js';
import { createPollNow } from './poll/poll-now.js';
import { createPollSource } from './poll/poll-source.js';
import { createRecordOutcome } from './poll/record-outcome.js';
import { trackCalls } from './poll/track-calls.js';
import { countingPolls, showWorkInHand } from './poll-metrics.js';
import type { SourceFollowing } from './source-following.js';
import { createSourceReaders } from './source-readers.js';
import { cleanUp } from './store/clean-up.js';
import type { DatabaseClock } from './store/database-clock.js';
import { createFeedReader, createPostponeFeed } from './store/feed-store.js';
import { createHostLeases } from './store/host-leases.js';
import { unknownGuids } from './store/known-entries.js';
import { createLeaseHeartbeat } from './store/lease-heartbeat.js';
import { createOutboxLength } from './store/outbox.js';
import { createWritePolls } from './store/poll-store.js';
import { createPollWriter } from './store/poll-writer.js';
import type { WebAccess } from './web-access.js';

export interface SourcePollingDeps {
  config: Pick<Config, 'polling' | 'maxArticleAgeDays' | 'movedAfterDays' | 'twitterApiUrl'>;
  crawlerId: string;
  db: Database;
  /** For who looks at the metrics: they must not wait behind polls. */
  apiDb: Database;
  following: SourceFollowing;
  web: WebAccess;
  metrics: Metrics;
  logger: Logger;
  clock: DatabaseClock;
}

/** A part of the composition: the polls, by the clock and by hand. */
export function createSourcePolling(deps: SourcePollingDeps) {
  const { config, crawlerId, db, apiDb, following, web, metrics, logger, clock } = deps;
  const { now } = clock;
  const { tickSeconds, hostsAtOnce, delays } = config.polling;
  const { followSources, policies, schedule, apiKeyOf } = following;
  const { maxArticleAgeDays, movedAfterDays, twitterApiUrl } = config;

  const { readers, close: closeReaders } = createSourceReaders({
    web,
    unknownGuids: (sourceId, guids) => unknownGuids(db, sourceId, guids),
    apiKeyOf,
    twitterApiUrl,
    delays,
  });
  const { find: findFeed, due: dueFeeds } = createFeedReader(db);
  const save = createPollWriter(createWritePolls(db, crawlerId), logger);
  const recordOutcome = countingPolls(
    createRecordOutcome({
      policies,
      schedule,
      save,
      findFeed,
      logger,
      maxArticleAgeDays,
      movedAfterDays,
      now,
    }),
    metrics.registry,
  );

  const pollSource = createPollSource({ readers, recordOutcome, stopwatch: () => performance.now() });
  const leases = createHostLeases(db, crawlerId);
  const heartbeat = createLeaseHeartbeat(async () => {
    await leases.renew();
    await clock.adjust();
  }, logger);
  const postpone = createPostponeFeed(db);
  const pollHost = createPollHost({ dueFeeds, pollSource, postpone, delays, logger });
  const loop = createPollingLoop({
    leases,
    followSources,
    cleanUp: async () => {
      await cleanUp(db, maxArticleAgeDays);
    },
    pollHost,
    tickSeconds,
    hostsAtOnce,
    logger,
  });
  const stop = loop.stopSignals;
  const { call: trackedPollNow, ended: pollsNowEnded } = trackCalls(
    createPollNow({ leases, findFeed, followSources, pollSource, stop, now }),
  );
  const { pollNow, underWay: pollsNow } = limitPollsNow(trackedPollNow, hostsAtOnce);
  const outbox = createOutboxLength(apiDb, Date.now);
  showWorkInHand({ hosts: loop.hosts, pollsNow, outbox }, metrics.registry);

  return {
    pollNow,
    start: () => {
      heartbeat.start();
      loop.start();
    },
    /** Begins nothing more, and lets what is under way end. */
    stop: loop.stop,
    /** Once nobody can ask for polls any more. */
    close: async () => {
      await pollsNowEnded();
      heartbeat.stop();
      await closeReaders();
    },
  };
}

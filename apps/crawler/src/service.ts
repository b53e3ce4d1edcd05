import { randomUUID } from 'node:crypto';
import { crawlerApi } from '@feedwarden/contracts';
import {
  connectDatabase,
  createAvailability,
  createHttpApp,
  createLogger,
  createMetrics,
  createRateLimit,
  createRequireScope,
  createTokenVerifier,
  type Logger,
  migrateDatabase,
  type RunningServer,
  type Service,
  startHttpServer,
  waitForDatabase,
} from '@feedwarden/service-kit';
import { createSourceClient } from '@feedwarden/source-client';
import type { Express } from 'express';
import { articleRoutes } from './api/article-routes.js';
import { discoveryRoutes } from './api/discovery-routes.js';
import { feedRoutes } from './api/feed-routes.js';
import { postRoutes } from './api/post-routes.js';
import { toSafeHtml } from './api/safe-html.js';
import type { Config } from './config.js';
import { countingPolls, showWorkInHand } from './poll-metrics.js';
import { limitPollsNow } from './polling/limit-polls-now.js';
import { createPollHost } from './polling/poll-host.js';
import { createPollNow } from './polling/poll-now.js';
import { createPollSource } from './polling/poll-source.js';
import { createPollingLoop } from './polling/polling-loop.js';
import { createRecordOutcome } from './polling/record-outcome.js';
import { createSchedule } from './polling/schedule.js';
import { trackCalls } from './polling/track-calls.js';
import { createSourceDiscovery } from './source-discovery.js';
import { createSourceReaders } from './source-readers.js';
import { createActiveSources } from './sources/active-sources.js';
import { createCrawlerToken } from './sources/crawler-token.js';
import { createFollowSource } from './sources/follow-source.js';
import { createHealthReports } from './sources/health-reports.js';
import { createSourceCommands } from './sources/source-commands.js';
import { createSourceCredential } from './sources/source-credential.js';
import { createArticleStore } from './store/article-store.js';
import { cleanUp } from './store/clean-up.js';
import { createFeedReader } from './store/feed-store.js';
import { createHostLeases } from './store/host-leases.js';
import { unknownGuids } from './store/known-entries.js';
import { createLeaseHeartbeat } from './store/lease-heartbeat.js';
import { createOutbox } from './store/outbox.js';
import { createOutboxLength } from './store/outbox-length.js';
import { createWritePolls } from './store/poll-store.js';
import { createPollWriter } from './store/poll-writer.js';
import { createPostList } from './store/post-list.js';
import { createPostponeFeed } from './store/postpone-feed.js';
import { createSourceReplica } from './store/source-replica.js';
import { createUnreportedHealth } from './store/unreported-health.js';
import { createWebAccess } from './web-access.js';

const MIGRATIONS = new URL('../migrations', import.meta.url).pathname;

export interface Crawler extends Service {
  /** Its HTTP side, also before it listens. */
  app: Express;
  /** Known once started. */
  port(): number;
}

/** The composition root: who is made of what, and in which order it starts and stops. */
export function createCrawler(config: Config, overrides: { logger?: Logger } = {}): Crawler {
  const logger = overrides.logger ?? createLogger({ name: 'crawler', level: config.logLevel });
  const now = () => new Date();
  const crawlerId = randomUUID();
  const database = connectDatabase(config.databaseUrl, { name: 'crawler' });
  const { db } = database;
  // Connections of its own: polls that wait for the database must not keep people waiting, nor they the polls.
  const apiDatabase = connectDatabase(config.databaseUrl, { name: 'crawler-api', max: 5, impatient: true });
  const metrics = createMetrics();

  const client = createSourceClient({
    baseUrl: config.sourceManagerUrl,
    token: createCrawlerToken({ identity: config.identity, ...config.trust, now }),
    // The outbox and the next tick are its retries.
    retry: false,
  });
  const { tickSeconds, hostsAtOnce, delays, schedule: scheduleSettings } = config.polling;
  const schedule = createSchedule(() => activeSources.policies(), scheduleSettings);
  const follow = createFollowSource(now, scheduleSettings.defaultIntervalMinutes);
  const replica = createSourceReplica(db, schedule);
  const activeSources = createActiveSources({ client, replica, follow, scheduleSettings, logger });
  const { followSources, policies } = activeSources;
  const healthReports = createHealthReports({ client, unreported: createUnreportedHealth(db), logger });
  const sourceCommands = createSourceCommands({ client, outbox: createOutbox(db, schedule), follow, logger });

  const web = createWebAccess(config.fetching, now);
  const apiKeyOf = createSourceCredential(client);
  const { readers, close: closeReaders } = createSourceReaders({
    web,
    unknownGuids: (sourceId, guids) => unknownGuids(db, sourceId, guids),
    apiKeyOf,
    twitterApiUrl: config.twitterApiUrl,
    delays,
  });
  const pollSource = createPollSource(readers, () => performance.now());
  const { find: findFeed, due: dueFeeds } = createFeedReader(db);
  const save = createPollWriter(createWritePolls(db, crawlerId), logger);
  const { maxArticleAgeDays, movedAfterDays } = config;
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

  const leases = createHostLeases(db, crawlerId);
  const heartbeat = createLeaseHeartbeat(leases.renew, logger);
  const postpone = createPostponeFeed(db);
  const pollHost = createPollHost({ dueFeeds, pollSource, recordOutcome, postpone, delays, logger });
  const cleanUpContent = async () => {
    await cleanUp(db, maxArticleAgeDays);
  };
  const loop = createPollingLoop({
    leases,
    followSources,
    cleanUp: cleanUpContent,
    pollHost,
    tickSeconds,
    hostsAtOnce,
    logger,
  });
  const stop = loop.stopSignals;
  const { call: trackedPollNow, ended: pollsNowEnded } = trackCalls(
    createPollNow({ leases, findFeed, followSources, pollSource, recordOutcome, stop, now }),
  );
  const { pollNow, underWay: pollsNow } = limitPollsNow(trackedPollNow, hostsAtOnce);
  const outbox = createOutboxLength(apiDatabase.db, Date.now);
  showWorkInHand({ hosts: loop.hosts, pollsNow, outbox }, metrics.registry);

  const discover = createSourceDiscovery({ web, delays, maxArticleAgeDays, now });

  const availability = createAvailability();
  const app = createHttpApp({
    logger,
    api: crawlerApi,
    readiness: apiDatabase.ping,
    availability,
    metrics,
    requireScope: createRequireScope(
      createTokenVerifier(config.trust, logger),
      createRateLimit(config.rateLimitPerMinute),
    ),
    routes: [
      ...discoveryRoutes(discover),
      ...feedRoutes({ feeds: createFeedReader(apiDatabase.db), pollNow, schedule }),
      ...postRoutes(createPostList(apiDatabase.db, toSafeHtml)),
      ...articleRoutes(createArticleStore(apiDatabase.db, toSafeHtml, maxArticleAgeDays)),
    ],
  });
  const stopping = new AbortController();
  let server: RunningServer | undefined;

  return {
    app,
    logger,
    port: () => server?.port ?? 0,
    async start() {
      server = await startHttpServer(app, config.port);
      await waitForDatabase(() => migrateDatabase(config.databaseUrl, MIGRATIONS), {
        logger,
        signal: stopping.signal,
      });
      availability.enter('ready');
      heartbeat.start();
      sourceCommands.start();
      healthReports.start();
      loop.start();
      logger.info({ port: server.port, crawlerId }, 'crawler is ready');
    },
    async stop() {
      availability.enter('stopping');
      stopping.abort();
      await Promise.all([server?.close(), loop.stop()]);
      await pollsNowEnded();
      await Promise.all([sourceCommands.stop(), healthReports.stop()]);
      heartbeat.stop();
      await closeReaders();
      await Promise.all([database.close(), apiDatabase.close()]);
    },
  };
}

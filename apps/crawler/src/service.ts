import { randomUUID } from 'node:crypto';
import { createSourceClient } from '@feedwarden/client';
import {
  connectDatabase,
  createAvailability,
  createFaultLog,
  createLogger,
  createMetrics,
  DATABASE_FAULT,
  isDatabaseOutage as isOutage,
  type Logger,
  migrateDatabase,
  packageVersion,
  type RunningServer,
  type Service,
  startHttpServer,
  waitForDatabase,
} from '@feedwarden/service-kit';
import type { Express } from 'express';
import { openBlame } from './blame/open-blame.js';
import type { Config } from './config.js';
import { createApi } from './create-api.js';
import { createPolling } from './create-polling.js';
import { createCrawlerToken } from './follow/crawler-token.js';
import { createFollowing } from './follow/create-following.js';
import { createSourceCredential } from './follow/source-credential.js';
import { SOURCE_MANAGER_FAULTS } from './follow/source-manager-faults.js';
import { countClaims, countPolls, showWorkInHand } from './metrics/work.js';
import { fingerprintBasis } from './poll/judge-entries.js';
import { createReaders } from './readers/create-readers.js';
import { openDocumentPool } from './reading/document-pool.js';
import { createDocumentReaders } from './reading/document-readers.js';
import { createWebAccess } from './robots/web-access.js';
import { cleanUp } from './store/clean-up.js';
import { createDatabaseClock } from './store/database-clock.js';
import { createFeedReader, createFingerprintReader, createPostponeFeed } from './store/feed-store.js';
import { createHostLeases, createLeaseHeartbeat } from './store/host-leases.js';
import { createOutbox } from './store/outbox.js';
import { createWritePolls } from './store/poll-store.js';
import { createPollWriter } from './store/poll-writer.js';
import { unknownGuids } from './store/post-store.js';
import { createSourceStore } from './store/source-store.js';
import { createUnreportedHealth } from './store/unreported-health.js';

const MIGRATIONS = new URL('../migrations', import.meta.url).pathname;
const VERSION = packageVersion(new URL('../package.json', import.meta.url));

export interface Crawler extends Service {
  /** Its HTTP side, also before it listens. */
  app: Express;
  /** Known once started. */
  port(): number;
}

/** The composition root: what is made of what, and in which order it starts and stops. */
export function createCrawler(
  config: Config,
  overrides: { logger?: Logger; readerProcess?: URL } = {},
): Crawler {
  const { maxArticleAgeDays, movedAfterDays, twitterApiUrl } = config;
  const { delays, schedule: scheduleSettings } = config.polling;
  const metrics = createMetrics({ service: 'crawler', version: VERSION });
  const { registry, countLine: onLine } = metrics;
  const { logger = createLogger({ name: 'crawler', level: config.logLevel, onLine }) } = overrides;
  const faults = createFaultLog(logger, [...SOURCE_MANAGER_FAULTS, DATABASE_FAULT]);
  const crawlerId = randomUUID();
  const { db, ...database } = connectDatabase(config.databaseUrl, { name: 'crawler' });
  const apiDatabase = connectDatabase(config.databaseUrl, { name: 'crawler-api', max: 5, impatient: true });
  const clock = createDatabaseClock(db, logger);
  const { now } = clock;
  const stopwatch = () => performance.now();
  const stopping = new AbortController();

  // Following source-manager
  const client = createSourceClient({
    baseUrl: config.sourceManagerUrl,
    ...createCrawlerToken({ identity: config.identity, ...config.trust, logger, now }),
    // The outbox and the next tick are its retries.
    retry: false,
  });
  const { policies, schedule, followSources, commands, healthReports } = createFollowing({
    client,
    store: createSourceStore(db),
    outbox: createOutbox(db),
    unreportedHealth: (nextPoll) => createUnreportedHealth(db, nextPoll),
    scheduleSettings,
    logger,
    faults,
    now,
    stopwatch,
    stop: stopping.signal,
  });

  // Polling
  const pool = openDocumentPool({ ...config.reading, entry: overrides.readerProcess, logger });
  const documents = createDocumentReaders(pool, logger);
  const web = createWebAccess({ ...config.fetching, budget: documents.budget }, documents.robots, now);
  const recallMarks = createFingerprintReader(db);
  const readers = createReaders({
    web,
    documents,
    recallFingerprints: (feed) =>
      recallMarks({ sourceId: feed.sourceId, basis: fingerprintBasis(feed, maxArticleAgeDays, now()) }),
    unknownGuids: (sourceId, guids) => unknownGuids(db, sourceId, guids),
    apiKeyOf: createSourceCredential(client),
    twitterApiUrl,
    delays,
  });
  const { renew, suspects, ...hostLeases } = createHostLeases(db, crawlerId);
  const heartbeat = createLeaseHeartbeat(() => renew().then(clock.adjust), faults);
  const feeds = createFeedReader(db);
  const shared = { policies: policies.current, schedule, logger, faults, now };
  const blame = openBlame(config, { ...shared, db, crawlerId, findFeed: feeds.find });
  const { loop, byHand } = createPolling({
    ...config.polling,
    ...shared,
    blame,
    readers,
    feeds,
    leases: countClaims(hostLeases, registry),
    suspects,
    save: createPollWriter(createWritePolls(db, crawlerId), logger),
    postpone: createPostponeFeed(db),
    followSources,
    cleanUp: () => cleanUp(db, config.retention),
    observe: (recordOutcome) => countPolls(recordOutcome, registry),
    isOutage,
    isBusy: pool.isBusy,
    maxArticleAgeDays,
    movedAfterDays,
    stopwatch,
  });
  showWorkInHand({ hosts: loop.hosts, pollsNow: byHand.underWay }, registry);

  const availability = createAvailability();
  const app = createApi(config, {
    database: apiDatabase,
    availability,
    metrics,
    web,
    documents,
    pollNow: byHand.pollNow,
    ...shared,
  });
  let server: RunningServer | undefined;

  return {
    app,
    logger,
    port: () => server?.port ?? 0,
    async start() {
      server = await startHttpServer(app, config);
      const prepare = () => migrateDatabase(config.databaseUrl, MIGRATIONS).then(clock.adjust);
      await waitForDatabase(prepare, { logger, signal: stopping.signal });
      availability.enter('ready');
      for (const part of [commands, healthReports, heartbeat, blame, loop]) part?.start();
      logger.info({ host: server.host, port: server.port, crawlerId }, 'crawler is ready');
    },
    async stop() {
      availability.enter('stopping');
      stopping.abort();
      await Promise.all([server?.close(), loop.stop()]);
      await byHand.drained();
      await blame?.stop();
      heartbeat.stop();
      await pool.close();
      await Promise.all([commands.stop(), healthReports.stop()]);
      await Promise.all([database.close(), apiDatabase.close()]);
    },
  };
}

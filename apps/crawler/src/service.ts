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
import type { Express } from 'express';
import type { Config } from './config.js';
import { articleRoutes } from './content/article-routes.js';
import { createArticleStore } from './content/article-store.js';
import { createPostList } from './content/post-list.js';
import { postRoutes } from './content/post-routes.js';
import { toSafeHtml } from './content/safe-html.js';
import { discoveryRoutes } from './discovery/discovery-routes.js';
import { feedRoutes } from './feeds/feed-routes.js';
import { createSourceDiscovery } from './source-discovery.js';
import { createSourceFollowing } from './source-following.js';
import { createSourcePolling } from './source-polling.js';
import { createDatabaseClock } from './store/database-clock.js';
import { createFeedReader } from './store/feed-store.js';
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
  const crawlerId = randomUUID();
  const database = connectDatabase(config.databaseUrl, { name: 'crawler' });
  const { db } = database;
  const clock = createDatabaseClock(db, logger);
  const { now } = clock;
  // Connections of its own: polls that wait for the database must not keep people waiting, nor they the polls.
  const apiDatabase = connectDatabase(config.databaseUrl, { name: 'crawler-api', max: 5, impatient: true });
  const { db: apiDb } = apiDatabase;
  const metrics = createMetrics();

  const web = createWebAccess(config.fetching, now);
  const following = createSourceFollowing({ config, db, logger, now });
  const polling = createSourcePolling({
    config,
    crawlerId,
    db,
    apiDb,
    following,
    web,
    metrics,
    logger,
    clock,
  });
  const { maxArticleAgeDays } = config;
  const discover = createSourceDiscovery({ web, delays: config.polling.delays, maxArticleAgeDays, now });

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
      ...feedRoutes({
        feeds: createFeedReader(apiDb),
        pollNow: polling.pollNow,
        schedule: following.schedule,
      }),
      ...postRoutes(createPostList(apiDb, toSafeHtml)),
      ...articleRoutes(createArticleStore(apiDb, toSafeHtml, maxArticleAgeDays)),
    ],
  });
  const stopping = new AbortController();
  let server: RunningServer | undefined;

  return {
    app,
    logger,
    port: () => server?.port ?? 0,
    async start() {
      server = await startHttpServer(app, config);
      await waitForDatabase(() => migrateDatabase(config.databaseUrl, MIGRATIONS), {
        logger,
        signal: stopping.signal,
      });
      await clock.adjust();
      availability.enter('ready');
      following.start();
      polling.start();
      logger.info({ host: server.host, port: server.port, crawlerId }, 'crawler is ready');
    },
    async stop() {
      availability.enter('stopping');
      stopping.abort();
      await Promise.all([server?.close(), polling.stop()]);
      await polling.close();
      await following.stop();
      await Promise.all([database.close(), apiDatabase.close()]);
    },
  };
}

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
import { eventRoutes } from './audit/event-routes.js';
import { createReadEvents } from './audit/read-events.js';
import type { Config } from './config.js';
import { credentialRoutes } from './credentials/credential-routes.js';
import { createCredentialStore } from './credentials/credential-store.js';
import { sourceCredential } from './credentials/source-credential.js';
import { createApplyHealthReports } from './health/apply-health-reports.js';
import { policyRoutes, versionOf } from './policies/policy-routes.js';
import { createBulkChange } from './sources/bulk-change.js';
import { bulkRoutes } from './sources/bulk-routes.js';
import { crawlerRoutes } from './sources/crawler-routes.js';
import { createFeedSwitch } from './sources/feed-switch.js';
import { feedSwitchRoutes } from './sources/feed-switch-routes.js';
import { createReadChanges } from './sources/source-changes.js';
import { createListSources } from './sources/source-list.js';
import { sourceRoutes } from './sources/source-routes.js';
import { createSourceStore } from './sources/source-store.js';

const MIGRATIONS = new URL('../migrations', import.meta.url).pathname;

export interface SourceManager extends Service {
  /** Known once started. */
  port(): number;
}

/** The composition root: who is made of what, and in which order it starts and stops. */
export function createSourceManager(config: Config, overrides: { logger?: Logger } = {}): SourceManager {
  const logger = overrides.logger ?? createLogger({ name: 'source-manager', level: config.logLevel });
  const { policies } = config;
  const policyVersion = versionOf(policies);
  const database = connectDatabase(config.databaseUrl, { name: 'source-manager', impatient: true });
  const { db } = database;
  const store = createSourceStore(db, policies);
  const credentials = createCredentialStore(db, config.credentialKeys);
  const availability = createAvailability();
  const app = createHttpApp({
    logger,
    readiness: database.ping,
    availability,
    metrics: createMetrics(),
    requireScope: createRequireScope(
      createTokenVerifier(config.trust, logger),
      createRateLimit(config.rateLimitPerMinute),
    ),
    routes: [
      ...bulkRoutes(createBulkChange(db, policies)),
      ...sourceRoutes(store, createListSources(db, policies)),
      ...feedSwitchRoutes(createFeedSwitch(store)),
      ...credentialRoutes(credentials),
      ...eventRoutes(createReadEvents(db)),
      ...policyRoutes(policies, policyVersion),
      ...crawlerRoutes({
        readChanges: createReadChanges(db, policies, policyVersion),
        applyHealthReports: createApplyHealthReports(db),
        findSource: store.get,
        credentialOf: (source) => sourceCredential(credentials, source),
      }),
    ],
  });
  const stopping = new AbortController();
  let server: RunningServer | undefined;

  return {
    logger,
    port: () => server?.port ?? 0,
    async start() {
      server = await startHttpServer(app, config.port);
      await waitForDatabase(() => migrateDatabase(config.databaseUrl, MIGRATIONS), {
        logger,
        signal: stopping.signal,
      });
      availability.enter('ready');
      logger.info({ port: server.port }, 'source-manager is ready');
    },
    async stop() {
      availability.enter('stopping');
      stopping.abort();
      await server?.close();
      await database.close();
    },
  };
}

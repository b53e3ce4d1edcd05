import {
  connectDatabase,
  createHttpApp,
  createLogger,
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
import { createApplyHealthReports } from './health/apply-health-reports.js';
import { healthReportRoutes } from './health/health-report-routes.js';
import { policyRoutes, versionOf } from './policies/policy-routes.js';
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
  const database = connectDatabase(config.databaseUrl, { name: 'source-manager' });
  const { db } = database;
  const store = createSourceStore(db, policies);
  const listSources = createListSources(db, policies);
  const readChanges = createReadChanges(db, policies, policyVersion);
  const requireScope = createRequireScope(createTokenVerifier(config.trust));
  const app = createHttpApp({
    logger,
    readiness: database.ping,
    ownBodyRoutes: [healthReportRoutes(createApplyHealthReports(db), requireScope)],
    routes: [
      sourceRoutes(store, listSources, readChanges, requireScope),
      feedSwitchRoutes(createFeedSwitch(store), requireScope),
      credentialRoutes(createCredentialStore(db, config.credentialKeys), store.get, requireScope),
      eventRoutes(createReadEvents(db), requireScope),
      policyRoutes(policies, policyVersion, requireScope),
    ],
  });
  const stopping = new AbortController();
  let server: RunningServer | undefined;

  return {
    logger,
    port: () => server?.port ?? 0,
    async start() {
      await waitForDatabase(() => migrateDatabase(config.databaseUrl, MIGRATIONS), {
        logger,
        signal: stopping.signal,
      });
      server = await startHttpServer(app, config.port);
      logger.info({ port: server.port }, 'source-manager is ready');
    },
    async stop() {
      stopping.abort();
      await server?.close();
      await database.close();
    },
  };
}

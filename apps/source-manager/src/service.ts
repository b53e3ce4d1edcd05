import { setMaxListeners } from 'node:events';
import { sourceManagerApi } from '@feedwarden/contracts';
import { createAddressGuard } from '@feedwarden/guarded-fetch';
import { backoff, withJitter } from '@feedwarden/pacing';
import {
  connectDatabase,
  createAvailability,
  createFaultLog,
  createHttpApp,
  createLogger,
  createMetrics,
  createRateLimit,
  createRequireScope,
  createTokenVerifier,
  DATABASE_FAULT,
  type Logger,
  migrateDatabase,
  packageVersion,
  type RunningServer,
  type Service,
  showConnections,
  startHttpServer,
  waitForDatabase,
} from '@feedwarden/service-kit';
import type { Express } from 'express';
import { eventRoutes } from './audit/event-routes.js';
import type { Config } from './config.js';
import { credentialRoutes } from './credentials/credential-routes.js';
import { createCredentialStore, sourceCredential } from './credentials/credential-store.js';
import { createKeyRing } from './credentials/key-ring.js';
import { renewSecrets } from './credentials/renew-secrets.js';
import { createApplyHealthReports } from './health/apply-health-reports.js';
import { createLiveChanges } from './live/live-changes.js';
import { streamRoutes } from './live/stream-routes.js';
import { createExportSources } from './opml/export-sources.js';
import { createImportSources } from './opml/import-sources.js';
import { createCheckSelector, createReadOpmlFile, openOpmlPool } from './opml/opml-reader.js';
import { opmlRoutes } from './opml/opml-routes.js';
import { createCrawlerContact } from './overview/crawler-contact.js';
import { overviewRoutes } from './overview/overview-routes.js';
import { createReadOverview } from './overview/read-overview.js';
import { createOverviewSampler } from './overview/sample-overview.js';
import { showSources } from './overview/show-sources.js';
import { createCrawlerAddress } from './page/crawler-address.js';
import { installationRoutes } from './page/installation-routes.js';
import { builtDashboard, readPageFiles } from './page/page-files.js';
import { servePage } from './page/serve-page.js';
import { policyRoutes, policyVersion } from './policies/failure-policies.js';
import { loginRoutes } from './sessions/login-routes.js';
import { createLoginStore } from './sessions/login-store.js';
import { createBulkChange } from './sources/change/bulk-change.js';
import { createSourceStore } from './sources/change/source-store.js';
import { createUndoBulk } from './sources/change/undo-bulk.js';
import { crawlerRoutes } from './sources/follow/crawler-routes.js';
import { createReadChanges } from './sources/follow/read-changes.js';
import { createListSources } from './sources/list/list-sources.js';
import { bulkRoutes, sourceRoutes } from './sources/source-routes.js';
import { createFeedSwitch } from './sources/switch/feed-switch.js';
import { switchRoutes } from './sources/switch/switch-routes.js';
import { createDeliverWebhooks } from './webhooks/deliver-webhooks.js';
import { createDeliveryOutbox } from './webhooks/delivery-outbox.js';
import { countingAttempts, createPostMessage } from './webhooks/post-message.js';
import { createReadDeliveries } from './webhooks/read-deliveries.js';
import { showWaitingMessages } from './webhooks/waiting-messages.js';
import { webhookRoutes } from './webhooks/webhook-routes.js';
import { createWebhookStore } from './webhooks/webhook-store.js';

const MIGRATIONS = new URL('../migrations', import.meta.url).pathname;
const VERSION = packageVersion(new URL('../package.json', import.meta.url));

export interface SourceManager extends Service {
  /** Usable before it listens. */
  app: Express;
  /** Known once started. */
  port(): number;
}

const WEBHOOK_RETRY_SECONDS = { first: 5, longest: 3600 };

/** The composition root: creates the parts, and starts and stops them in order. */
export function createSourceManager(
  config: Config,
  overrides: { logger?: Logger; opmlProcess?: URL; dashboard?: string } = {},
): SourceManager {
  const metrics = createMetrics({ service: 'source-manager', version: VERSION });
  const { registry, countLine: onLine } = metrics;
  const { logger = createLogger({ name: 'source-manager', level: config.logLevel, onLine }) } = overrides;
  const faults = createFaultLog(logger, [DATABASE_FAULT]);
  const { policies } = config;
  const database = connectDatabase(config.databaseUrl, { name: 'source-manager', impatient: true });
  const { db } = database;
  const opmlPool = openOpmlPool(logger, overrides.opmlProcess);
  const store = createSourceStore(db, policies, createCheckSelector(opmlPool));
  const keyRing = createKeyRing(config.credentialKeys);
  const credentials = createCredentialStore(db, keyRing);
  const webhooks = createWebhookStore(db, keyRing);
  const { agents } = createAddressGuard({ allow: config.webhookNetworks });
  const post = countingAttempts(createPostMessage(agents), registry);
  // Its own connections, so that deliveries and requests do not wait for each other.
  const deliveryDatabase = connectDatabase(config.databaseUrl, { name: 'source-manager-webhooks', max: 4 });
  const deliverWebhooks = createDeliverWebhooks({
    outbox: createDeliveryOutbox(deliveryDatabase.db),
    post,
    secretOf: createWebhookStore(deliveryDatabase.db, keyRing).secretOf,
    retrySeconds: (failures) => withJitter(backoff(failures - 1, WEBHOOK_RETRY_SECONDS), Math.random),
    logger,
    faults,
  });
  showWaitingMessages(db, registry);
  showConnections(db, registry);
  const stopping = new AbortController();
  // Every running test of a webhook listens to it.
  setMaxListeners(0, stopping.signal);
  const availability = createAvailability();
  const readOverview = createReadOverview(db, policies);
  showSources(readOverview, registry);
  const sampler = createOverviewSampler(db, readOverview, faults);
  const changes = createLiveChanges({ db, policies, readOverview, faults });
  const logins = createLoginStore(db);
  const verifyToken = createTokenVerifier(config.trust, logger);
  const rateLimit = createRateLimit(config.rateLimitPerMinute);
  const origins = config.dashboardOrigins;
  const files = readPageFiles(overrides.dashboard ?? builtDashboard());
  const crawlerAddress = createCrawlerAddress(config.crawlerPublicUrl);
  const app = createHttpApp({
    logger,
    faults,
    api: sourceManagerApi,
    readiness: database.ping,
    availability,
    metrics,
    requireScope: createRequireScope(verifyToken, rateLimit, { find: logins.find, origins }),
    page: servePage(files, crawlerAddress),
    routes: [
      ...overviewRoutes(db, policies, readOverview),
      ...streamRoutes(changes, stopping.signal),
      ...installationRoutes({
        version: VERSION,
        files,
        crawlerAddress,
        defaultPolicy: policies.default,
        storyFile: config.storyFile,
      }),
      ...loginRoutes({ store: logins, trust: config.trust, verifyToken, rateLimit, origins, logger }),
      ...bulkRoutes(createBulkChange(db, policies), createUndoBulk(db, policies)),
      ...opmlRoutes(createReadOpmlFile(opmlPool), createImportSources(db), createExportSources(db, policies)),
      ...sourceRoutes(store, createListSources(db, policies)),
      ...switchRoutes(createFeedSwitch(store)),
      ...credentialRoutes(credentials),
      ...webhookRoutes({
        store: webhooks,
        readDeliveries: createReadDeliveries(db),
        post,
        stop: stopping.signal,
      }),
      ...eventRoutes(db),
      ...policyRoutes(policies),
      ...crawlerRoutes({
        readChanges: createReadChanges(db, policies, policyVersion(policies)),
        applyHealthReports: createApplyHealthReports(db, policies),
        findSource: store.get,
        credentialOf: (source) => sourceCredential(credentials, source),
        contact: createCrawlerContact(db),
      }),
    ],
  });
  let server: RunningServer | undefined;

  return {
    app,
    logger,
    port: () => server?.port ?? 0,
    async start() {
      server = await startHttpServer(app, config);
      const prepare = async () => {
        await migrateDatabase(config.databaseUrl, MIGRATIONS);
        await renewSecrets({ db, keyRing, credentialStore: credentials, webhookStore: webhooks, logger });
      };
      await waitForDatabase(prepare, { logger, signal: stopping.signal });
      deliverWebhooks.start();
      sampler.start();
      changes.start();
      availability.enter('ready');
      logger.info({ host: server.host, port: server.port }, 'source-manager is ready');
    },
    async stop() {
      availability.enter('stopping');
      stopping.abort();
      await Promise.all([server?.close(), deliverWebhooks.stop(), sampler.stop(), changes.stop()]);
      await opmlPool.close();
      await Promise.all([database.close(), deliveryDatabase.close()]);
    },
  };
}

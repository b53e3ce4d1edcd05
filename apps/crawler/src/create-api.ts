import { crawlerApi, type FailurePolicySet } from '@feedwarden/contracts';
import {
  type AllowedOrigins,
  type Availability,
  type Connection,
  createHttpApp,
  createRateLimit,
  createRequireScope,
  createTokenVerifier,
  type FaultLog,
  type Logger,
  type Metrics,
  showConnections,
} from '@feedwarden/service-kit';
import type { Express } from 'express';
import { createReadAroundFeed } from './blame/store/explained-facts.js';
import type { Config } from './config.js';
import { contentRoutes } from './content/content-routes.js';
import { createDiscover, DISCOVERY_LIMITS } from './discovery/discover.js';
import { discoveryRoutes } from './discovery/discovery-routes.js';
import { createExplainFeed } from './feeds/explain-feed.js';
import { feedRoutes } from './feeds/feed-routes.js';
import { createReadUpcoming } from './feeds/read-upcoming.js';
import type { WebAccess } from './fetch/ports.js';
import { incidentRoutes } from './incidents/incident-routes.js';
import { showBacklog } from './metrics/backlog.js';
import { showIncidents } from './metrics/incidents.js';
import { pauseAtHost } from './poll/politeness.js';
import type { PollNow } from './poll/poll-now.js';
import type { Schedule } from './poll/schedule.js';
import type { DocumentReaders } from './reading/document-readers.js';
import { createFeedReader } from './store/feed-store.js';

/** The page is served by source-manager: unless told otherwise, at its port of the host that we are called at. */
function dashboardOrigins({ dashboardOrigins: given, sourceManagerUrl }: Config): AllowedOrigins {
  if (given.length > 0) return (_request, origin) => given.includes(origin);
  const { port } = new URL(sourceManagerUrl);
  return ({ headers: { host = '' } }, origin) => {
    const name = host.replace(/:\d+$/, '').toLowerCase();
    return name !== '' && origin === `http://${name}${port && `:${port}`}`;
  };
}

export interface ApiParts {
  /** Connections of its own: polls that wait for the database must not keep people waiting, nor they the polls. */
  database: Connection;
  availability: Availability;
  metrics: Metrics;
  web: WebAccess;
  documents: DocumentReaders;
  pollNow: PollNow;
  policies: () => FailurePolicySet;
  schedule: Schedule;
  now: () => Date;
  logger: Logger;
  faults: FaultLog;
}

/** What people and programs ask a crawler, over HTTP. */
export function createApi(config: Config, parts: ApiParts): Express {
  const { maxArticleAgeDays } = config;
  const { database, metrics, web, documents, schedule, now, logger, faults } = parts;
  const { db } = database;
  showBacklog(db, metrics.registry);
  showIncidents(db, config.blame, metrics.registry);
  showConnections(db, metrics.registry);
  const discover = createDiscover({
    ...web,
    ...DISCOVERY_LIMITS,
    ...documents,
    pause: (host, signal) => pauseAtHost(host, config.polling.delays, signal),
    maxArticleAgeDays,
    now,
  });
  return createHttpApp({
    ...parts,
    api: crawlerApi,
    readiness: database.ping,
    origins: dashboardOrigins(config),
    requireScope: createRequireScope(
      createTokenVerifier(config.trust, logger),
      createRateLimit(config.rateLimitPerMinute),
    ),
    routes: [
      ...discoveryRoutes(discover),
      ...feedRoutes({
        feeds: createFeedReader(db),
        readUpcoming: createReadUpcoming(db, schedule, now),
        pollNow: parts.pollNow,
        schedule,
        explainFeed: createExplainFeed({
          ...parts,
          readAround: createReadAroundFeed(db, config.blame.vantage),
        }),
      }),
      ...incidentRoutes(db, config.blame),
      ...contentRoutes(db, maxArticleAgeDays, { toSafeHtml: documents.toSafeHtml, faults }),
    ],
  });
}

import { createSourceClient } from '@feedwarden/client';
import type { Database, Logger } from '@feedwarden/service-kit';
import type { Config } from './config.js';
import { createApplySources } from './follow/apply-sources.js';
import { createFollowChanges } from './follow/changes.js';
import { createSourceCommands } from './follow/commands.js';
import { createCrawlerToken } from './follow/crawler-token.js';
import { createHealthReports } from './follow/health-reports.js';
import { createFollowedPolicies } from './follow/policies.js';
import { createSourceCredential } from './follow/source-credential.js';
import { createSchedule } from './poll/schedule.js';
import { createOutbox } from './store/outbox.js';
import { createSourceStore } from './store/source-store.js';
import { createUnreportedHealth } from './store/unreported-health.js';

export interface SourceFollowingDeps {
  config: Pick<Config, 'sourceManagerUrl' | 'identity' | 'trust' | 'polling'>;
  db: Database;
  logger: Logger;
  now: () => Date;
}

export type SourceFollowing = ReturnType<typeof createSourceFollowing>;

/** A part of the composition: what is learned from source-manager, and what it is told. */
export function createSourceFollowing({ config, db, logger, now }: SourceFollowingDeps) {
  const client = createSourceClient({
    baseUrl: config.sourceManagerUrl,
    token: createCrawlerToken({ identity: config.identity, ...config.trust, now }),
    // The outbox and the next tick are its retries.
    retry: false,
  });
  const { schedule: scheduleSettings } = config.polling;
  const store = createSourceStore(db);
  const policies = createFollowedPolicies({ client, store });
  const schedule = createSchedule(policies.current, scheduleSettings);
  const { defaultIntervalMinutes } = scheduleSettings;
  const applySources = createApplySources({ schedule, defaultIntervalMinutes, now });
  const followSources = createFollowChanges({
    client,
    store,
    policies,
    applySources,
    schedule,
    scheduleSettings,
    logger,
  });
  const healthReports = createHealthReports({ client, unreported: createUnreportedHealth(db), logger });
  const sourceCommands = createSourceCommands({
    client,
    outbox: createOutbox(db),
    store,
    applySources,
    logger,
    stopwatch: () => performance.now(),
  });

  return {
    followSources,
    policies: policies.current,
    schedule,
    apiKeyOf: createSourceCredential(client),
    start: () => {
      sourceCommands.start();
      healthReports.start();
    },
    stop: async () => {
      await Promise.all([sourceCommands.stop(), healthReports.stop()]);
    },
  };
}

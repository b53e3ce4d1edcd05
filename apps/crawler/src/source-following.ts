import { createSourceClient } from '@feedwarden/client';
import type { Database, Logger } from '@feedwarden/service-kit';
import type { Config } from './config.js';
import { createActiveSources } from './follow/changes.js';
import { createSourceCommands } from './follow/commands.js';
import { createCrawlerToken } from './follow/crawler-token.js';
import { createFollowSource } from './follow/follow-source.js';
import { createHealthReports } from './follow/health-reports.js';
import { createSourceCredential } from './follow/source-credential.js';
import { createSchedule } from './poll/schedule.js';
import { createOutbox } from './store/outbox.js';
import { createSourceReplica } from './store/source-replica.js';
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
  const schedule = createSchedule(() => activeSources.policies(), scheduleSettings);
  const follow = createFollowSource(now, scheduleSettings.defaultIntervalMinutes);
  const replica = createSourceReplica(db, schedule);
  const activeSources = createActiveSources({ client, replica, follow, scheduleSettings, logger });
  const healthReports = createHealthReports({ client, unreported: createUnreportedHealth(db), logger });
  const sourceCommands = createSourceCommands({
    client,
    outbox: createOutbox(db, schedule),
    follow,
    logger,
    stopwatch: () => performance.now(),
  });

  return {
    ...activeSources,
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

import type { SourceClient } from '@feedwarden/client';
import type { FaultLog, Logger } from '@feedwarden/service-kit';
import { createSchedule, type Schedule, type ScheduleSettings } from '../poll/schedule.js';
import { createApplySources } from './apply-sources.js';
import { createFollowChanges } from './changes.js';
import { createSourceCommands } from './commands.js';
import { createHealthReports } from './health-reports.js';
import { createFollowedPolicies } from './policies.js';
import type { Outbox, SourceStore, UnreportedHealth } from './ports.js';
import { createReschedule } from './reschedule.js';

export interface FollowingDeps {
  client: SourceClient;
  store: SourceStore;
  outbox: Outbox;
  unreportedHealth: (nextPoll: Schedule) => UnreportedHealth;
  scheduleSettings: ScheduleSettings;
  logger: Logger;
  faults: FaultLog;
  now: () => Date;
  stopwatch: () => number;
  stop: AbortSignal;
}

/** What keeps source-manager and our copy of the sources in step. */
export function createFollowing(deps: FollowingDeps) {
  const { scheduleSettings } = deps;
  const policies = createFollowedPolicies(deps);
  const schedule = createSchedule(policies.current, scheduleSettings);
  const applySources = createApplySources({ ...deps, schedule });
  let isLearning = false;
  const learning = (isUnderWay: boolean) => {
    isLearning = isUnderWay;
  };
  const reschedule = createReschedule({ ...deps, policies, schedule });
  return {
    policies,
    schedule,
    followSources: createFollowChanges({ ...deps, policies, applySources, reschedule, learning }),
    commands: createSourceCommands({ ...deps, applySources }),
    healthReports: createHealthReports({
      ...deps,
      unreported: deps.unreportedHealth(schedule),
      isLearning: () => isLearning,
    }),
  };
}

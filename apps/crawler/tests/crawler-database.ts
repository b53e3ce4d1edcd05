import { DEFAULT_FAILURE_POLICIES, type FailurePolicySet, type Source } from '@feedwarden/contracts';
import { connectDatabase, createFaultLog } from '@feedwarden/service-kit';
import { captureLogs, createTestDatabase, sampleSource } from '@feedwarden/test-kit';
import { createApplySources } from '../src/follow/apply-sources.js';
import { createFollowChanges } from '../src/follow/changes.js';
import { createFollowedPolicies } from '../src/follow/policies.js';
import { createReschedule } from '../src/follow/reschedule.js';
import { fakeClient } from '../src/follow/testing/fake-client.js';
import { createSchedule } from '../src/poll/schedule.js';
import { createSourceStore } from '../src/store/source-store.js';

interface NextChanges {
  changed: Source[];
  deleted: string[];
  cursor: string;
  /** Happens while the response is on its way. */
  meanwhile?: (() => Promise<void>) | undefined;
}

/** A crawler's database with what is needed to fill it the way the crawler does. */
export async function openCrawlerDatabase() {
  const database = await createTestDatabase('crawler');
  const connection = connectDatabase(database.url, { name: 'test' });
  const store = createSourceStore(connection.db);
  const scheduleSettings = { defaultIntervalMinutes: 30, maxFreshHours: 6 };

  /** A crawler that follows a source-manager with these changes and policies, from the stored cursor. */
  function follower(policySet: FailurePolicySet = DEFAULT_FAILURE_POLICIES) {
    const version = JSON.stringify(policySet);
    let next: NextChanges = { changed: [], deleted: [], cursor: 'c' };
    const client = fakeClient({
      readSourceChanges: async () => {
        await next.meanwhile?.();
        return {
          items: [
            ...next.changed.map((source) => ({ kind: 'changed' as const, source })),
            ...next.deleted.map((id) => ({ kind: 'deleted' as const, id })),
          ],
          nextCursor: next.cursor,
          more: false,
          policyVersion: version,
          unreadable: [],
        };
      },
      getFailurePolicies: async () => ({ ...policySet, version }),
    });
    const policies = createFollowedPolicies({ client, store });
    const schedule = createSchedule(policies.current, scheduleSettings);
    const applySources = createApplySources({ schedule, scheduleSettings, now: () => new Date() });
    const { logger } = captureLogs();
    const stop = new AbortController().signal;
    const followSources = createFollowChanges({
      client,
      store,
      policies,
      applySources,
      reschedule: createReschedule({ store, policies, schedule, scheduleSettings, stop }),
      logger,
      faults: createFaultLog(logger),
      stop,
    });
    return {
      schedule,
      applySources,
      apply: async (
        changed: Source[],
        deleted: string[] = [],
        cursor = 'c',
        meanwhile?: () => Promise<void>,
      ) => {
        next = { changed, deleted, cursor, meanwhile };
        await followSources();
      },
    };
  }

  return {
    db: connection.db,
    url: database.url,
    store,
    follower,
    ...follower(),
    close: async () => {
      await connection.close();
      await database.drop();
    },
  };
}

export type CrawlerDatabase = Awaited<ReturnType<typeof openCrawlerDatabase>>;

let count = 0;

/** A source of its own, with a host of its own, that starts at once: its id begins with zeros. */
export function aSource(changes: Partial<Source> = {}): Source {
  count += 1;
  return sampleSource({
    id: `00000000-0000-4000-8000-${count.toString(16).padStart(12, '0')}`,
    feedUrl: `https://host-${count}.example/feed`,
    pollIntervalMinutes: null,
    version: 1,
    healthEpoch: 0,
    ...changes,
  });
}

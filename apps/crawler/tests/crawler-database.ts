import { DEFAULT_FAILURE_POLICIES, type Source } from '@feedwarden/contracts';
import { connectDatabase } from '@feedwarden/service-kit';
import { createTestDatabase, sampleSource } from '@feedwarden/test-kit';
import { createFollowSource } from '../src/follow/follow-source.js';
import { createSchedule } from '../src/poll/schedule.js';
import { createSourceReplica } from '../src/store/source-replica.js';

/** A crawler's database with what is needed to fill it the way the crawler does. */
export async function openCrawlerDatabase() {
  const database = await createTestDatabase('crawler');
  const connection = connectDatabase(database.url, { name: 'test' });
  const schedule = createSchedule(() => DEFAULT_FAILURE_POLICIES, {
    defaultIntervalMinutes: 30,
    maxFreshHours: 6,
  });
  const follow = createFollowSource(() => new Date(), 30);
  const replica = createSourceReplica(connection.db, schedule);
  return {
    db: connection.db,
    url: database.url,
    schedule,
    follow,
    replica,
    apply: async (changed: Source[], deleted: string[] = []) => {
      const { cursor: from } = await replica.position();
      await replica.apply({ changed, deleted, from, cursor: 'c' }, follow);
    },
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

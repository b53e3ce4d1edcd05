import { DEFAULT_FAILURE_POLICIES } from '@feedwarden/contracts';
import { createFaultLog, type Database } from '@feedwarden/service-kit';
import { captureLogs } from '@feedwarden/test-kit';
import { sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/postgres-js';
import { createBlame } from '../src/blame/create-blame.js';
import type { ReachHost } from '../src/blame/ports.js';
import { createHostMemory } from '../src/blame/store/host-memory.js';
import { createIncidentStore } from '../src/blame/store/incident-store.js';
import { createOwnOutages } from '../src/blame/store/own-outages.js';
import type { PollOutcome } from '../src/poll/outcome.js';
import { createPollHost } from '../src/poll/poll-host.js';
import { createAttemptSource, createPollSource } from '../src/poll/poll-source.js';
import type { HostLease } from '../src/poll/ports.js';
import { createRecordOutcome } from '../src/poll/record-outcome.js';
import { forEveryType } from '../src/poll/testing/sample-feed.js';
import { createFeedReader, createPostponeFeed } from '../src/store/feed-store.js';
import { createHostLeases } from '../src/store/host-leases.js';
import { createWritePolls } from '../src/store/poll-store.js';
import { createPollWriter } from '../src/store/poll-writer.js';
import type { CrawlerDatabase } from './crawler-database.js';

export interface BlamedCrawlerOptions {
  name?: string;
  /** What a request for this URL gets. */
  read: (feedUrl: string) => PollOutcome;
  reachHost?: ReachHost;
  isOn?: boolean;
}

/** A crawler on this database that takes turns when it is told to, and writes down its statements and requests. */
export function createBlamedCrawler(
  { db: connected, schedule }: CrawlerDatabase,
  options: BlamedCrawlerOptions,
) {
  const { name = 'me', isOn = true, reachHost = async () => true } = options;
  const statements: string[] = [];
  const requests: string[] = [];
  const { $client: client } = connected as unknown as { $client: ReturnType<typeof drizzle>['$client'] };
  const db = drizzle(client, { logger: { logQuery: (query) => statements.push(query) } }) as Database;
  const { logger, lines } = captureLogs();
  const delays = { byHost: new Map(), byType: new Map() };
  const { suspects, ...leases } = createHostLeases(db, name);
  const feeds = createFeedReader(db);
  const policies = () => DEFAULT_FAILURE_POLICIES;
  const now = () => new Date();
  const blame = createBlame({
    store: createIncidentStore(db, 'default', schedule),
    hosts: createHostMemory(db, name, schedule),
    outages: createOwnOutages(db, 'default'),
    reachHost,
    selfCheckHosts: [],
    vantage: 'default',
    delays,
    findFeed: feeds.find,
    policies,
    tickSeconds: 60,
    logger,
    faults: createFaultLog(logger),
    now,
  });
  const record = createRecordOutcome({
    policies,
    schedule,
    save: createPollWriter(createWritePolls(db, name), logger),
    findFeed: feeds.find,
    logger,
    maxArticleAgeDays: 7,
    movedAfterDays: 7,
    now,
  });
  const reading = {
    readers: forEveryType(async ({ settings }: { settings: { feedUrl: string | null } }) => {
      requests.push(settings.feedUrl ?? '');
      return options.read(settings.feedUrl ?? '');
    }),
    suspects,
    stopwatch: () => 0,
  };
  const attempt = createAttemptSource(reading);
  const { signal } = new AbortController();
  const judged = blame.judging({
    record,
    attempt: () => attempt,
    pollSource: () => pollSource,
    abandoning: () => signal,
  });
  const pollSource = createPollSource({ ...reading, recordOutcome: isOn ? judged.record : record }, attempt);
  const pollHost = createPollHost({
    dueFeeds: feeds.due,
    pollSource,
    postpone: createPostponeFeed(db),
    isOutage: () => false,
    delays,
    logger,
    ...(isOn && { keeper: judged.keeper }),
  });
  const stop = { finishing: signal, abandoning: signal };
  const takeTurn = async (lease: HostLease) => {
    await pollHost(lease, stop);
    await leases.release(lease);
  };
  return {
    blame,
    leases,
    lines,
    statements,
    requests,
    /** All hosts that are due, one after another. */
    async takeTurns(): Promise<void> {
      for (const lease of await leases.claimDue(100)) await takeTurn(lease);
    },
    pollHost: (lease: HostLease) => pollHost(lease, stop),
  };
}

/** Time passes: everything polled was polled so much earlier, and is due; what is held stays held. */
export async function letTimePass({ db }: CrawlerDatabase, ago: string): Promise<void> {
  await db.execute(sql`
    update feeds set due_at = now() - interval '1 second', start_at = now() - interval '1 second', last_polled_at = last_polled_at - ${ago}::interval,
      last_success_at = last_success_at - ${ago}::interval, failing_since = failing_since - ${ago}::interval
    where due_at is not null`);
  await db.execute(sql`update polls set at = at - ${ago}::interval`);
  await db.execute(sql`
    update incidents set started_at = started_at - ${ago}::interval, opened_at = opened_at - ${ago}::interval,
      next_probe_at = next_probe_at - ${ago}::interval where closed_at is null`);
  await db.execute(sql`
    update hosts set asked_at = asked_at - ${ago}::interval, held_until = held_until - ${ago}::interval`);
  await db.execute(sql`
    update hosts set claimable_at = greatest(now() - interval '1 second', held_until) where owner is null and claimable_at is not null`);
}

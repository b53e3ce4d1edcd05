import { DEFAULT_FAILURE_POLICIES } from '@feedwarden/contracts';
import type { FetchLimits } from '@feedwarden/guarded-fetch';
import { createAddressGuard } from '@feedwarden/guarded-fetch';
import { createFaultLog, isDatabaseOutage, type Logger } from '@feedwarden/service-kit';
import { createFetchPage } from '../src/fetch/fetch-page.js';
import { createPollHost } from '../src/poll/poll-host.js';
import { createPollingLoop } from '../src/poll/poll-loop.js';
import { createPollSource } from '../src/poll/poll-source.js';
import { createRecordOutcome } from '../src/poll/record-outcome.js';
import { forEveryType } from '../src/poll/testing/sample-feed.js';
import { createPageReader } from '../src/readers/page-reader.js';
import { inProcessDocuments } from '../src/reading/testing/in-process.js';
import { createFeedReader, createPostponeFeed } from '../src/store/feed-store.js';
import { createHostLeases } from '../src/store/host-leases.js';
import { createWritePolls } from '../src/store/poll-store.js';
import { createPollWriter } from '../src/store/poll-writer.js';
import type { CrawlerDatabase } from './crawler-database.js';

export interface TestLoopOptions {
  logger: Logger;
  tickSeconds: number;
  limits: Partial<FetchLimits>;
}

/** The crawler's loop on this database, without source-manager: it polls feeds of this machine. */
export function createTestLoop({ db, schedule }: CrawlerDatabase, options: TestLoopOptions) {
  const { logger, tickSeconds, limits } = options;
  const { agents } = createAddressGuard({ allow: ['127.0.0.0/8'] });
  const read = createPageReader(
    createFetchPage({ ...limits, userAgent: 'test', agents }),
    inProcessDocuments.readFeed,
  );
  const { find: findFeed, due: dueFeeds } = createFeedReader(db);
  const recordOutcome = createRecordOutcome({
    policies: () => DEFAULT_FAILURE_POLICIES,
    schedule,
    save: createPollWriter(createWritePolls(db, 'me'), logger),
    findFeed,
    logger,
    maxArticleAgeDays: 7,
    movedAfterDays: 7,
    now: () => new Date(),
  });
  const { suspects, ...leases } = createHostLeases(db, 'me');
  const pollSource = createPollSource({
    readers: forEveryType(read),
    recordOutcome,
    suspects,
    stopwatch: () => performance.now(),
  });
  const pollHost = createPollHost({
    dueFeeds,
    pollSource,
    postpone: createPostponeFeed(db),
    isOutage: isDatabaseOutage,
    delays: { byHost: new Map(), byType: new Map() },
    logger,
  });
  return createPollingLoop({
    leases,
    followSources: async () => {},
    cleanUp: async () => {},
    pollHost,
    isOutage: isDatabaseOutage,
    tickSeconds,
    hostsAtOnce: 50,
    isBusy: () => false,
    logger,
    faults: createFaultLog(logger),
  });
}

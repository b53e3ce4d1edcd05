import { DEFAULT_FAILURE_POLICIES } from '@feedwarden/contracts';
import type { FetchLimits } from '@feedwarden/guarded-fetch';
import { createAddressGuard } from '@feedwarden/guarded-fetch';
import { createFaultLog, isDatabaseOutage, type Logger } from '@feedwarden/service-kit';
import { createPolling } from '../src/create-polling.js';
import { createFetchPage } from '../src/fetch/fetch-page.js';
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
  const { suspects, ...leases } = createHostLeases(db, 'me');
  const { loop } = createPolling({
    readers: forEveryType(read),
    feeds: createFeedReader(db),
    leases,
    suspects,
    save: createPollWriter(createWritePolls(db, 'me'), logger),
    postpone: createPostponeFeed(db),
    policies: () => DEFAULT_FAILURE_POLICIES,
    schedule,
    followSources: async () => {},
    cleanUp: async () => {},
    isOutage: isDatabaseOutage,
    isBusy: () => false,
    delays: { byHost: new Map(), byType: new Map() },
    tickSeconds,
    hostsAtOnce: 50,
    maxArticleAgeDays: 7,
    movedAfterDays: 7,
    logger,
    faults: createFaultLog(logger),
    now: () => new Date(),
    stopwatch: () => performance.now(),
  });
  return loop;
}

import { DEFAULT_FAILURE_POLICIES, type SourceType } from '@feedwarden/contracts';
import type { Logger } from '@feedwarden/service-kit';
import { captureLogs } from '@feedwarden/test-kit';
import type { Feed } from '../src/poll/feed.js';
import { createPollSource, type PollSource } from '../src/poll/poll-source.js';
import type { ReadSource, RecordedPoll } from '../src/poll/ports.js';
import { createRecordOutcome } from '../src/poll/record-outcome.js';
import { sampleLease } from '../src/poll/testing/sample-feed.js';

type Readers = Record<SourceType, ReadSource>;

/** Polls as the crawler does, without a database: nothing is stored. */
export function createStorelessPoll(readers: Readers, logger: Logger = captureLogs().logger): PollSource {
  const recordOutcome = createRecordOutcome({
    policies: () => DEFAULT_FAILURE_POLICIES,
    schedule: () => ({ at: null, reason: 'interval' }),
    save: async () => ({ kind: 'saved', newPosts: 0 }),
    findFeed: async () => null,
    logger,
    maxArticleAgeDays: 36_500,
    movedAfterDays: 7,
    now: () => new Date(),
  });
  const suspects = { suspect: async () => {}, acquit: async () => {} };
  return createPollSource({ readers, recordOutcome, suspects, stopwatch: () => performance.now() });
}

export async function pollOnce(pollSource: PollSource, feed: Feed): Promise<RecordedPoll> {
  const recorded = await pollSource(sampleLease(), feed, new AbortController().signal);
  if (!recorded) throw new Error('the poll was not recorded');
  return recorded;
}

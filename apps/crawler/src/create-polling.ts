import { setMaxListeners } from 'node:events';
import { createPollHost, type PollHostDeps } from './poll/poll-host.js';
import { createPollingLoop, type PollingLoopDeps } from './poll/poll-loop.js';
import { createPollNow } from './poll/poll-now.js';
import { createPollSource, type PollSourceDeps } from './poll/poll-source.js';
import type { FeedReader, RecordOutcome } from './poll/ports.js';
import { createRecordOutcome, type RecordOutcomeDeps } from './poll/record-outcome.js';

/** The adapters and settings of polling. What one part of it gives to another is not among them. */
export type PollingDeps = Omit<RecordOutcomeDeps, 'findFeed'> &
  Omit<PollSourceDeps, 'recordOutcome'> &
  Omit<PollHostDeps, 'dueFeeds' | 'pollSource'> &
  Omit<PollingLoopDeps, 'pollHost'> & {
    feeds: Pick<FeedReader, 'due' | 'find'>;
    /** Sees every outcome that is recorded. */
    observe?: (recordOutcome: RecordOutcome) => RecordOutcome;
  };

/** The story of a poll, put together: the loop and the polls that people ask for, down to the record of the outcome. */
export function createPolling({ feeds, observe = (record) => record, ...deps }: PollingDeps) {
  const findFeed = feeds.find;
  const recordOutcome = observe(createRecordOutcome({ ...deps, findFeed }));
  const pollSource = createPollSource({ ...deps, recordOutcome });
  const pollHost = createPollHost({ ...deps, dueFeeds: feeds.due, pollSource });
  const loop = createPollingLoop({ ...deps, pollHost });
  const { stopSignals: stop } = loop;
  // Every poll listens to them; Node would take that for a leak.
  setMaxListeners(0, stop.finishing, stop.abandoning);
  return { loop, byHand: createPollNow({ ...deps, findFeed, pollSource, stop, atOnce: deps.hostsAtOnce }) };
}

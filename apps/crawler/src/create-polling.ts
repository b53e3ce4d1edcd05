import { setMaxListeners } from 'node:events';
import type { Blame } from './blame/create-blame.js';
import { createPollHost, type PollHostDeps } from './poll/poll-host.js';
import { createPollingLoop, type PollingLoopDeps } from './poll/poll-loop.js';
import { createPollNow } from './poll/poll-now.js';
import { createAttemptSource, createPollSource, type PollSourceDeps } from './poll/poll-source.js';
import type { FeedReader, RecordOutcome } from './poll/ports.js';
import { createRecordOutcome, type RecordOutcomeDeps } from './poll/record-outcome.js';

/** The adapters and settings of polling. What one part of it gives to another is not among them. */
export type PollingDeps = Omit<RecordOutcomeDeps, 'findFeed'> &
  Omit<PollSourceDeps, 'recordOutcome'> &
  Omit<PollHostDeps, 'dueFeeds' | 'pollSource' | 'keeper'> &
  Omit<PollingLoopDeps, 'pollHost'> & {
    feeds: Pick<FeedReader, 'due' | 'find'>;
    /** Sees every outcome that is recorded. */
    observe?: (recordOutcome: RecordOutcome) => RecordOutcome;
    /** Without it, every failure is the feed's. */
    blame?: Blame | null;
  };

/** The story of a poll, put together: the loop and the polls that people ask for, down to the record of the outcome. */
export function createPolling({ feeds, observe = (record) => record, blame, ...deps }: PollingDeps) {
  const findFeed = feeds.find;
  const record = observe(createRecordOutcome({ ...deps, findFeed }));
  const attempt = createAttemptSource(deps);
  const judged = blame?.judging({
    record,
    attempt: () => attempt,
    pollSource: () => pollSource,
    abandoning: () => loop.stopSignals.abandoning,
  });
  const pollSource = createPollSource({ ...deps, recordOutcome: judged?.record ?? record }, attempt);
  const pollHost = createPollHost({
    ...deps,
    dueFeeds: feeds.due,
    pollSource,
    ...(judged && { keeper: judged.keeper }),
  });
  const isBusy = () => deps.isBusy() || blame?.isOffline() === true;
  const loop = createPollingLoop({ ...deps, isBusy, pollHost });
  const { stopSignals: stop } = loop;
  // Every poll listens to them; Node would take that for a leak.
  setMaxListeners(0, stop.finishing, stop.abandoning);
  return { loop, byHand: createPollNow({ ...deps, findFeed, pollSource, stop, atOnce: deps.hostsAtOnce }) };
}

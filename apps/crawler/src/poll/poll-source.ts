import type { SourceType } from '@feedwarden/contracts';
import type { Feed } from './feed.js';
import type { HostLease, ReadSource, RecordedPoll, RecordOutcome } from './ports.js';

export interface PollSourceDeps {
  readers: Record<SourceType, ReadSource>;
  recordOutcome: RecordOutcome;
  stopwatch: () => number;
}

/** `abandoning`: a poll that it ends never happened. */
export type PollSource = (
  lease: HostLease,
  feed: Feed,
  abandoning: AbortSignal,
) => Promise<RecordedPoll | null>;

/** One attempt to read a source, by the reader of its type; its outcome goes through the one exit. */
export function createPollSource({ readers, recordOutcome, stopwatch }: PollSourceDeps): PollSource {
  return async (lease, feed, abandoning) => {
    const started = stopwatch();
    const outcome = await readers[feed.settings.type](feed, AbortSignal.any([abandoning, lease.lost]));
    return recordOutcome(lease, feed, outcome, Math.round(stopwatch() - started));
  };
}

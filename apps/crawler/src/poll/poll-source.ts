import type { SourceType } from '@feedwarden/contracts';
import { createSlots, underSignals } from '@feedwarden/pacing';
import type { Feed } from './feed.js';
import type { PollOutcome } from './outcome.js';
import type { HostLease, ReadSource, RecordedPoll, RecordOutcome, Suspects } from './ports.js';

export interface PollSourceDeps {
  readers: Record<SourceType, ReadSource>;
  recordOutcome: RecordOutcome;
  suspects: Suspects;
  stopwatch: () => number;
}

/** `abandoning`: a poll that it ends never happened. */
export type PollSource = (
  lease: HostLease,
  feed: Feed,
  abandoning: AbortSignal,
) => Promise<RecordedPoll | null>;

/** A poll that takes longer lets the next suspect begin: slow hosts must not hold up the others for long. */
const ALONE_MS = 2000;

const ENDED_CRAWLERS: PollOutcome = {
  kind: 'failed',
  fact: { kind: 'reader_crashed', detail: 'the crawler died twice while reading it' },
  statusCode: 0,
  bytes: 0,
};

/**
 * One attempt to read a source, by the reader of its type; its outcome goes through the one exit. A feed may end the
 * whole crawler, by a way that nobody thought of. After such a death the host is polled with care: what is being polled
 * is written down first, and if the crawler dies again, that feed fails without being read.
 */
export function createPollSource({
  readers,
  recordOutcome,
  suspects,
  stopwatch,
}: PollSourceDeps): PollSource {
  const alone = createSlots(1);

  async function poll(lease: HostLease, feed: Feed, signal: AbortSignal): Promise<RecordedPoll | null> {
    const started = stopwatch();
    const outcome = await readers[feed.settings.type](feed, signal);
    return recordOutcome(lease, feed, outcome, Math.round(stopwatch() - started));
  }

  async function pollWithCare(
    lease: HostLease,
    feed: Feed,
    signal: AbortSignal,
  ): Promise<RecordedPoll | null> {
    const letNextBegin = await alone.take(signal);
    const soon = setTimeout(letNextBegin, ALONE_MS);
    try {
      await suspects.suspect(lease, feed.sourceId);
      return await poll(lease, feed, signal).finally(() => suspects.acquit(lease, feed.sourceId));
    } finally {
      clearTimeout(soon);
      letNextBegin();
    }
  }

  return (lease, feed, abandoning) => {
    const isSuspect = lease.suspects.includes(feed.sourceId);
    // It stays suspect: it is read with care when it is due again.
    if (isSuspect && lease.isTakenOver) return recordOutcome(lease, feed, ENDED_CRAWLERS, 0);
    const read = isSuspect || lease.isTakenOver ? pollWithCare : poll;
    return underSignals([abandoning, lease.lost], (signal) => read(lease, feed, signal));
  };
}

import type { PollRole, SourceType } from '@feedwarden/contracts';
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
  role?: PollRole,
) => Promise<RecordedPoll | null>;

/** Reads a source, and leaves to the caller what to make of the outcome. */
export type AttemptSource = <Result>(
  lease: HostLease,
  feed: Feed,
  abandoning: AbortSignal,
  conclude: (outcome: PollOutcome, durationMs: number) => Promise<Result>,
) => Promise<Result>;

/** A poll that takes longer lets the next suspect begin: slow hosts must not hold up the others for long. */
const ALONE_MS = 2000;

const ENDED_CRAWLERS: PollOutcome = {
  kind: 'failed',
  fact: { kind: 'reader_crashed', detail: 'the crawler died twice while reading it' },
  statusCode: 0,
  bytes: 0,
};

/** One attempt to read a source, by the reader of its type; its outcome goes through the one exit. */
export function createPollSource(
  { recordOutcome, ...deps }: PollSourceDeps,
  attempt: AttemptSource = createAttemptSource(deps),
): PollSource {
  return (lease, feed, abandoning, role = 'regular') =>
    attempt(lease, feed, abandoning, (outcome, durationMs) =>
      recordOutcome(lease, feed, outcome, durationMs, { role }),
    );
}

/**
 * A feed may end the whole crawler, by a way that nobody thought of. After such a death the host is polled with care:
 * what is being polled is written down first, and if the crawler dies again, that feed fails without being read.
 */
export function createAttemptSource({
  readers,
  suspects,
  stopwatch,
}: Omit<PollSourceDeps, 'recordOutcome'>): AttemptSource {
  const alone = createSlots(1);

  return (lease, feed, abandoning, conclude) =>
    underSignals([abandoning, lease.lost], async (signal) => {
      const isSuspect = lease.suspects.includes(feed.sourceId);
      // It stays suspect: it is read with care when it is due again.
      if (isSuspect && lease.isTakenOver) return conclude(ENDED_CRAWLERS, 0);
      const poll = async () => {
        const started = stopwatch();
        const outcome = await readers[feed.settings.type](feed, signal);
        return conclude(outcome, Math.round(stopwatch() - started));
      };
      if (!isSuspect && !lease.isTakenOver) return poll();
      const letNextBegin = await alone.take(signal);
      const soon = setTimeout(letNextBegin, ALONE_MS);
      try {
        await suspects.suspect(lease, feed.sourceId);
        return await poll().finally(() => suspects.acquit(lease, feed.sourceId));
      } finally {
        clearTimeout(soon);
        letNextBegin();
      }
    });
}

import { setTimeout as sleep } from 'node:timers/promises';
import type { StopSignals } from './poll-host.js';
import type { PollSource } from './poll-source.js';
import type { FeedReader, HostLease, HostLeases, RecordedPoll } from './ports.js';

export interface PollNowDeps {
  pollSource: PollSource;
  leases: HostLeases;
  findFeed: FeedReader['find'];
  followSources: () => Promise<void>;
  stop: StopSignals;
  now: () => Date;
}

export type PollNowResult =
  | ({ kind: 'polled' } & RecordedPoll)
  | { kind: 'unknown_source' | 'no_feed' | 'host_busy' | 'superseded' | 'stopping' }
  | { kind: 'too_many' | 'still_polling' };

export type PollNow = (sourceId: string) => Promise<PollNowResult>;

const PATIENCE_MS = 20_000;
const TRY_EVERY_MS = 200;

/** Polls one source at a person's request, in whatever state it is, and waits its turn at the host like any poll. */
export function createPollNow(deps: PollNowDeps): PollNow {
  return async (sourceId) => {
    await deps.followSources();
    const known = await deps.findFeed(sourceId);
    if (!known) return { kind: 'unknown_source' };
    const lease = await claimPatiently(deps, known.host);
    if (!lease) return { kind: 'host_busy' };
    try {
      return await pollUnderLease(deps, lease, sourceId);
    } catch (error) {
      if (deps.stop.abandoning.aborted) return { kind: 'stopping' };
      throw error;
    } finally {
      await deps.leases.release(lease);
    }
  };
}

async function pollUnderLease(deps: PollNowDeps, lease: HostLease, sourceId: string): Promise<PollNowResult> {
  const feed = await deps.findFeed(sourceId);
  if (!feed || feed.host !== lease.host) return { kind: 'superseded' };
  if (feed.settings.feedUrl === null) return { kind: 'no_feed' };
  const recorded = await deps.pollSource(lease, feed, deps.stop.abandoning);
  return recorded ? { kind: 'polled', ...recorded } : { kind: 'superseded' };
}

async function claimPatiently({ leases, now, stop }: PollNowDeps, host: string): Promise<HostLease | null> {
  const giveUpAt = now().getTime() + PATIENCE_MS;
  for (;;) {
    const lease = await leases.claim(host);
    if (lease || stop.finishing.aborted || now().getTime() > giveUpAt) return lease;
    await sleep(TRY_EVERY_MS);
  }
}
